import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calendarsOf } from '../calendar/calendars/calendars-of.ts';
import { eventsOfFiles } from '../calendar/ical/events-of-files.ts';
import { booksOf } from '../contacts/books/books-of.ts';
import { CardFault } from '../contacts/vcard/card-fault.ts';
import { readCard } from '../contacts/vcard/read-card.ts';
import { splitCards } from '../contacts/vcard/split-cards.ts';
import type { AppContext } from '../context.ts';
import { createCalendar, keyOf } from '../features/calendar/change-calendars.ts';
import { runImport as runCalendarImport } from '../features/calendar/imports/run-import.ts';
import { createBook } from '../features/contacts/change-books.ts';
import { readImport } from '../features/contacts/imports/read-import.ts';
import { runImport as runContactImport } from '../features/contacts/imports/run-import.ts';
import { CALENDARS_FOLDER } from '../features/transfer/export-calendars.ts';
import { CONTACTS_FOLDER } from '../features/transfer/export-contacts.ts';
import { safeName } from '../features/transfer/export-drive.ts';
import type { SourceProblem } from '../features/transfer/mail-source.ts';
import { idFromText, newId } from '../platform/ids.ts';
import { inSlices } from '../platform/in-slices.ts';
import { asUtf8 } from '../platform/mime/wide-text.ts';
import { createTurns } from '../platform/take-turns.ts';
import { readCardUids, readUidsElsewhere } from './import-beside.store.ts';

export type Brought = {
  /** Calendars, or books. */
  places: number;
  created: number;
  /** Brought up to date by a later version in the file. */
  replaced: number;
  known: number;
  problems: SourceProblem[];
};

const COLOR = '#1a73e8';
const NAME_LENGTH = 100;
const END = /(?:~[0-9a-f]{12})?\.(?:ics|vcf)$/i;

const nothing = (): Brought => ({ places: 0, created: 0, replaced: 0, known: 0, problems: [] });

/**
 * Brings in the calendars that an export has written beside the mail: each into the one of its name, or a new one. What is
 * there by its UID, in whatever calendar, is not doubled. Nobody is invited or told.
 */
export async function importCalendars(context: AppContext, mailboxId: number, dir: string): Promise<Brought> {
  const brought = nothing();
  const { signal } = new AbortController();
  const deps = { ...context, turns: createTurns(context.clock), signal };
  for (const { name: file, path } of await filesIn(join(dir, CALENDARS_FOLDER), '.ics')) {
    await noting(brought, path, async () => {
      const bytes = asUtf8(await readFile(path));
      const found = await inSlices(eventsOfFiles([{ name: file, bytes }], { withTasks: true }), signal);
      if (found.isTooLong) throw new Error('it has more events than a mailbox may have');
      const calendarId = await calendarNamed(context, mailboxId, found.name || file.replace(END, ''));
      if (calendarId === null)
        throw new Error('a calendar of its name is followed here, and reads its own source');
      brought.places += 1;
      const uids = found.events.map(({ uid }) => uid);
      const elsewhere = new Set(await readUidsElsewhere(context.db, mailboxId, calendarId, uids));
      const events = found.events.filter(({ uid }) => !elsewhere.has(uid));
      const order = { uid: newId(context.clock), calendar_id: calendarId };
      const done = await runCalendarImport(deps, mailboxId, { ...found, events }, order);
      brought.created += done.created;
      brought.replaced += done.replaced;
      brought.known += done.equal + done.kept + elsewhere.size;
      for (const { title, line, problem } of done.faults.first)
        brought.problems.push({ what: `${path}, line ${line}, ${title}`, reason: problem });
    });
  }
  return brought;
}

/** Null for one that is followed. */
async function calendarNamed(context: AppContext, mailboxId: number, name: string): Promise<string | null> {
  const own = (await calendarsOf(context.db, mailboxId)).filter(({ permission }) => permission === 'OWNER');
  const id = idFromText(`calendar ${keyOf(name)} of an export in mailbox ${mailboxId}`);
  const there = own.find((one) => one.id === id) ?? own.find((one) => keyOf(one.name) === keyOf(name));
  if (there) return there.subscription === null ? there.id : null;
  await createCalendar(context, mailboxId, { id, name, color: COLOR });
  return id;
}

/** The same for books of contacts, of which the name is that of the file. */
export async function importContacts(context: AppContext, mailboxId: number, dir: string): Promise<Brought> {
  const brought = nothing();
  const { signal } = new AbortController();
  const deps = { ...context, turns: createTurns(context.clock), signal };
  for (const { name: file, path } of await filesIn(join(dir, CONTACTS_FOLDER), '.vcf')) {
    await noting(brought, path, async () => {
      const cards = splitCards(await readFile(path)).map((source) => ({ source, uid: uidOf(source) }));
      const bookId = await bookNamed(context, mailboxId, file);
      brought.places += 1;
      const uids = cards.flatMap(({ uid }) => uid ?? []);
      const there = new Set(await readCardUids(context.db, mailboxId, uids));
      const fresh = cards.filter(({ uid }) => uid === null || !there.has(uid));
      brought.known += cards.length - fresh.length;
      // Two people may share a number; what has no uid is known by what it says.
      for (const duplicates of ['add', 'skip'] as const) {
        const some = fresh.filter(({ uid }) => (uid === null) === (duplicates === 'skip'));
        if (some.length === 0) continue;
        const bytes = Buffer.concat(some.flatMap(({ source }) => [source, Buffer.from('\r\n')]));
        const order = { uid: newId(context.clock), book_id: bookId, duplicates };
        const done = await runContactImport(
          deps,
          mailboxId,
          await inSlices(readImport(bytes), signal),
          order,
        );
        brought.created += done.created;
        brought.known += done.skipped;
        for (const { line, problem } of done.faults.first)
          brought.problems.push({ what: `${path}, card ${line}`, reason: problem });
      }
    });
  }
  return brought;
}

/** What can't be read is told by the import. */
function uidOf(source: Buffer): string | null {
  try {
    return readCard(source).uid;
  } catch (error) {
    if (!(error instanceof CardFault)) throw error;
    return null;
  }
}

async function bookNamed(context: AppContext, mailboxId: number, file: string): Promise<string> {
  const name = file.replace(END, '').slice(0, NAME_LENGTH);
  const own = (await booksOf(context.db, mailboxId)).filter(({ permission }) => permission === 'OWNER');
  const written = (book: string, id: string) =>
    safeName(`${book.replaceAll('/', '?')}.vcf`, id).replace(END, '');
  const there = own.find((one) => keyOf(written(one.name, one.id)) === keyOf(name));
  return there?.id ?? (await createBook(context, mailboxId, name)).id;
}

async function filesIn(folder: string, end: string): Promise<{ name: string; path: string }[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names
    .filter((name) => name.toLowerCase().endsWith(end) && !name.startsWith('.'))
    .toSorted()
    .map((name) => ({ name, path: join(folder, name) }));
}

/** A file that can't be brought in holds up no other. */
async function noting(brought: Brought, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    brought.problems.push({ what: path, reason: (error as Error).message });
  }
}
