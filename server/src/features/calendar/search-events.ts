import type { Occurrence } from '@bocau/contract/calendar.ts';
import { readTrash } from '../../calendar/objects/trash.store.ts';
import { MOST_MATCHES, searchOccurrences } from '../../calendar/search/search.store.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';

const SHOWN = 100;
const WORDS_AT_MOST = 8;
const TRASH_SHOWN = 500;

/** CL-144: events with all words, without regard to accents and case; what is to come first. */
export async function searchEvents(db: ReadDb, person: number, text: string, now: number) {
  const words = [...new Set(foldedWords(text))].slice(0, WORDS_AT_MOST);
  const rows =
    words.length === 0 ? [] : await searchOccurrences(db, person, { words, now, limit: SHOWN + 1 });
  const data = rows
    .slice(0, SHOWN)
    .map(({ object_id, matches: _, ...one }): Occurrence => ({ event_id: object_id, ...one }));
  return { data, meta: { complete: rows.length <= SHOWN && (rows[0]?.matches ?? 0) <= MOST_MATCHES } };
}

/** What is in the trash, the latest first. */
export async function showTrash(db: ReadDb, person: number) {
  return readTrash(db, person, TRASH_SHOWN);
}
