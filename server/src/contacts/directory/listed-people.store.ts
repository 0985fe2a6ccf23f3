import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';
import type { OwnDirectory } from './own-directory.store.ts';

/** A person of the directory as programs get them, with what the domain shows and nothing else. */
export type ListedPerson = {
  mailbox_id: number;
  given_key: string;
  email: string;
  name: string;
  title: string;
  department: string;
  phone: string;
  manager: string | null;
  /** The name of the picture: another picture has another one. */
  avatar: string | null;
  /** Null where it was not asked for. */
  picture: Buffer | null;
};
export type ListedPlace = { key: string; id: number };

const shownTo = ({ directory }: OwnDirectory) =>
  directory === 'all'
    ? sql`e.title, e.department, e.phone, coalesce(nullif(g.name, ''), g.email) as manager`
    : sql`'' as title, '' as department, '' as phone, null::text as manager`;

const columns = (own: OwnDirectory, withPicture: boolean) => sql`
  m.id as mailbox_id, e.given_key, m.email, m.name, ${shownTo(own)}, a.hash as avatar,
  ${withPicture ? sql`a.large` : sql`null::bytea`} as picture`;

/** The mailbox decides, as processes of the last release hide and delete people without telling their entry. */
const BESIDE = sql`
  join mailboxes m on m.id = e.mailbox_id and m.deleted_at is null and not m.hidden
  left join avatars a on a.mailbox_id = e.mailbox_id
  left join mailboxes g on g.id = e.manager_mailbox_id and g.deleted_at is null and not g.hidden`;

/** A page, and whether there may be more: of those who were hidden just now the page has fewer. */
export async function readListedPeople(
  db: ReadDb,
  own: OwnDirectory,
  { after, limit, withPicture }: { after: ListedPlace | null; limit: number; withPicture: boolean },
): Promise<{ people: ListedPerson[]; next: ListedPlace | null }> {
  const behind = after ? sql`and (given_key, mailbox_id) > (${after.key}, ${after.id}::bigint)` : sql``;
  const places = await readRows(
    db,
    sql<{ given_key: string; mailbox_id: number }>`
    select given_key, mailbox_id from directory_entries
    where domain_id = ${own.domain_id} and listed ${behind}
    order by given_key, mailbox_id limit ${limit}`,
  );
  const people = await readListedByIds(
    db,
    own,
    places.map(({ mailbox_id }) => mailbox_id),
    withPicture,
  );
  const last = places.length < limit ? undefined : places.at(-1);
  return { people, next: last ? { key: last.given_key, id: last.mailbox_id } : null };
}

export function readListedByIds(
  db: ReadDb,
  own: OwnDirectory,
  ids: number[],
  withPicture: boolean,
): Promise<ListedPerson[]> {
  return readRows(
    db,
    sql<ListedPerson>`
    select ${columns(own, withPicture)} from directory_entries e ${BESIDE}
    where e.mailbox_id = any(${ids}::bigint[]) and e.domain_id = ${own.domain_id} and e.listed
    order by e.given_key, e.mailbox_id`,
  );
}

/**
 * What the directory shows, as a number that is another one when anything of it is: names, addresses and pictures
 * change in tables that know nothing of the directory, and this one statement misses none of them.
 */
export async function readDirectoryState(db: ReadDb, own: OwnDirectory): Promise<string> {
  const [row] = await readRows(
    db,
    sql<{ state: string }>`
    select count(*) || '-' || to_hex(coalesce(bit_xor(hashtextextended(shown::text, 0)), 0)) as state
    from (select ${columns(own, false)} from directory_entries e ${BESIDE}
      where e.domain_id = ${own.domain_id} and e.listed) shown`,
  );
  return row?.state ?? '';
}
