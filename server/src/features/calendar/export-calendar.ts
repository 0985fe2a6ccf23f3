import { Readable } from 'node:stream';
import { reachCalendar } from '../../calendar/access/reach.ts';
import { calendarFile } from '../../calendar/objects/calendar-file.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';

/** CL-376: of its owner alone, as it has what is private. */
export async function exportCalendar(db: ReadDb, person: number, id: string): Promise<Bytes> {
  const calendar = await reachCalendar(db, person, id, 'OWNER');
  return {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': contentDisposition('attachment', `${calendar.name}.ics`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
    stream: Readable.from(bytesOf(calendarFile(db, calendar))),
  };
}

async function* bytesOf(pages: AsyncGenerator<{ bytes: Buffer }>): AsyncGenerator<Buffer> {
  for await (const { bytes } of pages) yield bytes;
}
