import { createWriteStream, type WriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { readCalendars } from '../../calendar/calendars/calendars.store.ts';
import { calendarFile } from '../../calendar/objects/calendar-file.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { ReadDb } from '../../tables.ts';
import { safeName } from './export-drive.ts';

/** Beside the folders of the Maildir, the drive and the contacts. */
export const CALENDARS_FOLDER = 'calendars';

/**
 * Writes each calendar as one iCalendar file, with events and tasks as they were put, without those in the trash. A later
 * run writes the files anew.
 */
export async function exportCalendars(db: ReadDb, mailboxId: number, out: string): Promise<number> {
  const calendars = await readCalendars(db, mailboxId);
  if (calendars.length === 0) return 0;
  const folder = join(out, CALENDARS_FOLDER);
  await makeFolder(folder);
  let count = 0;
  for (const { id, name } of calendars) {
    const temporary = join(folder, `.${id}`);
    // What can't stand in a name of a file gives it a part of the id, so that two calendars never share one.
    const path = join(folder, safeName(`${name.replaceAll('/', '?')}.ics`, id));
    const stream: WriteStream = createWriteStream(temporary, { mode: 0o600 });
    for await (const { bytes, objects } of calendarFile(db, { mailbox_id: mailboxId, id, name })) {
      await write(stream, bytes);
      count += objects;
    }
    stream.end();
    await finished(stream);
    await rename(temporary, path);
  }
  return count;
}

async function write(stream: Writable, bytes: Buffer): Promise<void> {
  await new Promise<void>((done, failed) => {
    stream.write(bytes, (error) => (error ? failed(error) : done()));
  });
}
