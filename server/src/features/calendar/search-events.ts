import { byMailbox, shareOf } from '../../calendar/access/room-of-others.ts';
import { readSharedCalendars } from '../../calendar/calendars/calendars.store.ts';
import { readTrash } from '../../calendar/objects/trash.store.ts';
import {
  type FoundRow,
  MOST_MATCHES,
  searchOccurrences,
  searchOccurrencesOf,
  type Wanted,
} from '../../calendar/search/search.store.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';
import { occurrenceOf } from './occurrence-of.ts';

/** Of one's own, and as many of all that others share. */
const SHOWN = 100;
/** Read of shared calendars. */
const MOST_OCCURRENCES = 100_000;
const WORDS_AT_MOST = 8;
const TRASH_SHOWN = 500;

/** CL-144: events with all words, without regard to accents and case; what is to come first. */
export async function searchEvents(db: ReadDb, person: number, text: string, now: number) {
  const words = [...new Set(foldedWords(text))].slice(0, WORDS_AT_MOST);
  if (words.length === 0) return { data: [], meta: { complete: true } };
  const wanted = { words, now };
  const own = await searchOccurrences(db, person, wanted, SHOWN + 1);
  const parts = [atMost(own, SHOWN), ...(await searchShared(db, person, wanted))];
  const rows = parts.flatMap((part) => part.rows).toSorted((a, b) => laterThan(a, b, now));
  return {
    data: rows.map(occurrenceOf),
    meta: { complete: parts.every((part) => part.isComplete) },
  };
}

/** What one colleague shares, however much, leaves room for what others do, and for one's own. */
async function searchShared(db: ReadDb, person: number, wanted: Wanted) {
  const calendars = (await readSharedCalendars(db, person)).filter(({ permission }) => permission !== 'BUSY');
  if (calendars.length === 0) return [];
  const mailboxes = byMailbox(calendars);
  const shown = shareOf(SHOWN, mailboxes);
  const rows = await searchOccurrencesOf(db, mailboxes, wanted, {
    matches: shareOf(MOST_MATCHES, mailboxes),
    occurrences: shareOf(MOST_OCCURRENCES, mailboxes),
    shown: shown + 1,
  });
  return [...Map.groupBy(rows, ({ mailbox_id }) => mailbox_id).values()].map((some) =>
    // What is private has not the word of its calendar, and no row of it would be shown.
    atMost(
      some.filter(({ is_private }) => !is_private),
      shown,
    ),
  );
}

function atMost(rows: FoundRow[], most: number) {
  const isComplete = rows.length <= most && rows.every(({ is_complete }) => is_complete);
  return { rows: rows.slice(0, most), isComplete };
}

/** What is to come first, and of both what is nearer. */
function laterThan(one: FoundRow, other: FoundRow, now: number): number {
  const isOver = ({ until }: FoundRow) => Number(until < now);
  return isOver(one) - isOver(other) || Math.abs(one.at - now) - Math.abs(other.at - now);
}

/** What is in the trash, the latest first. */
export async function showTrash(db: ReadDb, person: number) {
  const rows = await readTrash(db, person, TRASH_SHOWN);
  return rows.map(({ is_task, trashed_by, ...one }) => ({
    ...one,
    ...(trashed_by !== null && { trashed_by }),
    ...(is_task && { is_task }),
  }));
}
