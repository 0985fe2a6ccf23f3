import type { Group, GroupMember, ListedGroup } from '@bocau/contract/groups.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import type { GroupRow } from './groups.store.ts';
import { readMembers, readNamedWriters } from './groups.store.ts';
import { readAllowed, readKeepers } from './keepers.store.ts';

export function listedView({ email, name, writers, members, created_at }: GroupRow): ListedGroup {
  return { email, name, writers, members, created_at };
}

/** A group as whoever administers it sees it. */
export async function groupView(db: ReadDb, { id, ...row }: GroupRow): Promise<Group> {
  const [named, allowed, keepers] = await Promise.all([
    readNamedWriters(db, id),
    readAllowed(db, id),
    readKeepers(db, id),
  ]);
  return { ...row, named, allowed, keepers };
}

export async function membersPage(
  db: ReadDb,
  groupId: number,
  cursor: string | undefined,
  perPage: number,
  forColleagues = false,
): Promise<{ data: GroupMember[]; meta: { next_cursor: string | null } }> {
  const rows = await readMembers(db, groupId, {
    after: readCursor(cursor),
    limit: perPage + 1,
    forColleagues,
  });
  const data = rows.slice(0, perPage).map(({ address: _, ...member }) => member);
  return { data, meta: { next_cursor: nextCursor(rows, perPage, ({ address }) => address) } };
}

/** Where the next page begins; null when the rows, one more than a page, were all. */
export function nextCursor<Row>(rows: Row[], perPage: number, keyOf: (row: Row) => string): string | null {
  const last = rows.length > perPage ? rows[perPage - 1] : undefined;
  return last === undefined ? null : encodeCursor([keyOf(last)]);
}

export function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return '';
  const [after] = decodeCursor(cursor, 1) ?? [];
  if (typeof after === 'string') return after;
  throw new Failure('invalid_cursor', 'The cursor is of no list like this');
}
