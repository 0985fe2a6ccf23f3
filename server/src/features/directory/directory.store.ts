import { type RawBuilder, sql } from 'kysely';
import { readLetterKeys } from '../../contacts/lists/letter-keys.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type DirectoryRow = {
  mailbox_id: number;
  email: string;
  name: string;
  given_key: string;
  avatar: string | null;
  title: string;
  department: string;
  phone: string;
  manager_name: string | null;
  manager_email: string | null;
  /** The mailbox says so: a process of the last release deletes people without telling their entry. */
  listed: boolean;
};
export type DirectoryPage = {
  /** Null for all of the domain. */
  departments: readonly string[] | null;
  after: { key: string; id: number } | null;
  /** The first key, where the page begins with a letter. */
  from: string;
  limit: number;
};

const ROW = sql`
  m.id as mailbox_id, m.email, m.name, e.given_key, a.hash as avatar, e.title, e.department, e.phone,
  g.name as manager_name, g.email as manager_email, m.deleted_at is null and not m.hidden as listed`;
/** A manager who is hidden is not named. */
const BESIDE = sql`
  join mailboxes m on m.id = e.mailbox_id
  left join avatars a on a.mailbox_id = e.mailbox_id
  left join mailboxes g on g.id = e.manager_mailbox_id and g.deleted_at is null and not g.hidden`;
/** More than all people of a large domain. */
const SORTED = 20_000;

/** A page is one index range. */
export function readDirectoryPage(
  db: ReadDb,
  domainId: number,
  page: DirectoryPage,
): Promise<DirectoryRow[]> {
  const { departments, limit } = page;
  return readRows(
    db,
    sql<DirectoryRow>`
    select ${ROW} from (
      select e.* from directory_entries e
      where e.domain_id = ${domainId} and e.listed ${within(departments)} ${behind(page)}
      order by e.given_key, e.mailbox_id limit ${limit}
    ) e ${BESIDE}
    order by e.given_key, e.mailbox_id`,
  );
}

/** Found by the index of words, whose entries begin with the domain; only the page is joined. */
export function searchDirectory(db: ReadDb, query: string, page: DirectoryPage): Promise<DirectoryRow[]> {
  const { departments, limit } = page;
  return readRows(
    db,
    sql<DirectoryRow>`
    with found as materialized (
      select e.mailbox_id, e.given_key from directory_entries e
      where e.words @@ ${query}::tsquery and e.listed ${within(departments)} ${behind(page)}
      limit ${sql.lit(SORTED)}
    )
    select ${ROW} from (select * from found f order by f.given_key, f.mailbox_id limit ${limit}) page
    join directory_entries e on e.mailbox_id = page.mailbox_id ${BESIDE}
    order by e.given_key, e.mailbox_id`,
  );
}

export async function readDirectoryPerson(
  db: ReadDb,
  domainId: number,
  address: string,
): Promise<DirectoryRow | undefined> {
  const rows = await readRows(
    db,
    sql<DirectoryRow>`
    select ${ROW} from addresses w
    join directory_entries e on e.mailbox_id = w.mailbox_id and e.domain_id = ${domainId} and e.listed ${BESIDE}
    where w.address = ${address}`,
  );
  return rows[0];
}

/** The first key of each letter, of the domain or of a department. */
export function readDirectoryKeys(
  db: ReadDb,
  domainId: number,
  departments: readonly string[] | null,
): Promise<string[]> {
  return readLetterKeys(
    db,
    (bound) => sql`
      select e.given_key from directory_entries e
      where e.domain_id = ${domainId} and e.listed ${within(departments)} and e.given_key >= ${bound}
      order by e.given_key limit 1`,
  );
}

/** Read from the index alone. */
export function readDepartments(db: ReadDb, domainId: number): Promise<{ name: string; total: number }[]> {
  return readRows(
    db,
    sql<{ name: string; total: number }>`
    select e.department as name, count(*)::integer as total from directory_entries e
    where e.domain_id = ${domainId} and e.listed and e.department <> ''
    group by e.department`,
  );
}

/** One is a range of its index; several are sorted. */
function within(departments: readonly string[] | null): RawBuilder<unknown> {
  if (departments === null) return sql``;
  const [only] = departments;
  if (departments.length === 1) return sql`and e.department = ${only}`;
  return sql`and e.department = any(${departments}::text[])`;
}

function behind({ after, from }: DirectoryPage): RawBuilder<unknown> {
  return after === null
    ? sql`and e.given_key >= ${from}`
    : sql`and (e.given_key, e.mailbox_id) > (${after.key}, ${after.id}::bigint)`;
}
