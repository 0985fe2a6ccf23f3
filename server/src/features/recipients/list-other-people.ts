import { LIMITS } from '@bocau/contract/limits.ts';
import type { OtherPerson } from '@bocau/contract/other-people.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { Db, ReadDb } from '../../tables.ts';
import {
  markForgotten,
  type OtherPeopleCursor,
  type OtherPersonRow,
  readOtherPeople,
  searchOtherPeople,
} from './other-people.store.ts';

type Query = { search?: string | undefined; limit?: number | undefined; cursor?: string | undefined };
type Listed = { data: OtherPerson[]; meta: { next_cursor: string | null } };

/** A search is answered by one page. */
export async function listOtherPeople(db: ReadDb, person: number, query: Query): Promise<Listed> {
  const limit = Math.min(Math.max(query.limit ?? LIMITS.pageSize, 1), LIMITS.pageSizeMax);
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  if (query.search !== undefined && query.search.trim() !== '') {
    const words = [...new Set(foldedWords(query.search))];
    const found = words.length === 0 ? [] : await searchOtherPeople(db, person, words, limit);
    return { data: found.map(showPerson), meta: { next_cursor: null } };
  }
  const { rows, end } = await readOtherPeople(db, person, { after, limit: limit + 1 });
  const next = rows.length > limit ? (rows[limit - 1] ?? null) : end;
  return {
    data: rows.slice(0, limit).map(showPerson),
    meta: { next_cursor: next && encodeCursor([next.rank, next.email]) },
  };
}

export async function forgetPerson(
  db: Db,
  person: number,
  { email, forgotten }: { email: string; forgotten: boolean },
): Promise<void> {
  const address = email.trim().toLowerCase();
  const known = await inTransaction(db, (tx) => markForgotten(tx, person, address, forgotten));
  if (!known) throw new Failure('not_found', 'Nothing was written to this address');
}

function showPerson({ email, name, sent, received, last_at }: OtherPersonRow): OtherPerson {
  return { email, name, sent, received, last_at };
}

function readCursor(cursor: string): OtherPeopleCursor {
  const [rank, email] = decodeCursor(cursor, 2) ?? [];
  if (!Number.isSafeInteger(rank) || typeof email !== 'string') {
    throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  }
  return { rank: rank as number, email };
}
