import { openEnclosed } from '../../../calendar/ical/attached-files.ts';
import { eventNotFound } from '../../../calendar/refusals.ts';
import { contentDisposition } from '../../../platform/http/content-disposition.ts';
import type { Bytes } from '../../../platform/http/routes.ts';
import type { ReadDb } from '../../../tables.ts';
import { findEventPart } from '../show-event.ts';

/** What somebody has put into the text of an event: saved, whatever they say that it is, and never shown. */
export async function sendEnclosedFile(
  db: ReadDb,
  person: number,
  { id, index }: { id: string; index: number },
  original = '',
): Promise<Bytes> {
  const file = openEnclosed(await findEventPart(db, person, id, original), index);
  if (!file) throw eventNotFound();
  return {
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': contentDisposition('attachment', file.name || `${index + 1}.bin`),
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
    stream: file.bytes,
  };
}
