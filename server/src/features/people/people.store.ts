import type { PeopleOrder } from '@bocau/contract/people.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

export type PersonRow = {
  id: number;
  email: string;
  name: string;
  kind: 'owner' | 'member';
  aliases: string[];
  active: boolean;
  enable_smtp: boolean;
  enable_recall: boolean;
  quota_mb: number;
  used_bytes: number;
  two_step: boolean;
  last_sign_in_at: number | null;
  created_at: number;
};

export type PeoplePage = {
  order: PeopleOrder;
  /** Beginnings of words, folded; none where all are listed. */
  words: string[];
  /** As it was typed, for who looks for the person behind an alias. */
  alias: string;
  after: string | number | null;
  limit: number;
};

const OF_PERSON = sql`
  p.id, p.email, p.name, p.kind, p.active, p.enable_smtp, p.enable_recall, p.quota_mb, p.created_at,
  array(select a.address from addresses a where a.mailbox_id = p.id and a.address <> p.email
    order by a.address) as aliases,
  (select s.used_bytes from mailbox_state s where s.mailbox_id = p.id) as used_bytes,
  exists (select from second_steps t where t.mailbox_id = p.id and t.since is not null) as two_step,
  (select max(e.at) from security_events e where e.mailbox_id = p.id and e.outcome = 'ok') as last_sign_in_at`;

const domainOf = (ownerId: number) =>
  sql`(select own.domain_id from mailboxes own where own.id = ${ownerId})`;

/** What belongs to a person is read for the page alone. */
export async function readPeople(db: ReadDb, ownerId: number, page: PeoplePage): Promise<PersonRow[]> {
  const { order, after, limit, words } = page;
  const key = sql.ref(order === 'email' ? 'email' : 'id');
  const direction = order === 'email' ? sql`asc` : sql`desc`;
  const behind =
    after === null ? sql`` : order === 'email' ? sql`and c.email > ${after}` : sql`and c.id < ${after}`;
  const candidates =
    words.length === 0
      ? sql`mailboxes c where c.domain_id = ${domainOf(ownerId)}`
      : sql`(${found(ownerId, page)}) c where true`;
  return readRows<PersonRow>(
    db,
    sql`
    select ${OF_PERSON} from (
      select c.id as page_id from ${candidates} ${behind} order by c.${key} ${direction} limit ${limit}
    ) page join mailboxes p on p.id = page.page_id
    order by p.${key} ${direction}`,
  );
}

/**
 * By the index of words, whose entries begin with the domain, and by the whole address of an alias. Not joined before the
 * page is cut: a word may be in every address of the domain.
 */
function found(ownerId: number, { words, alias }: PeoplePage): RawBuilder<unknown> {
  const pattern = words.map((word) => `'~.${word}':*`).join(' & ');
  return sql`
    select f.id, f.email from mailboxes f
    where member_words(f.domain_id, f.name, f.email)
      @@ replace(${pattern}, '~', ${domainOf(ownerId)}::text)::tsquery
    union
    select f.id, f.email from addresses a join mailboxes f on f.id = a.mailbox_id
    where a.address = ${alias} and f.domain_id = ${domainOf(ownerId)}`;
}

export async function readPerson(
  db: ReadDb,
  ownerId: number,
  mailboxId: number,
): Promise<PersonRow | undefined> {
  const rows = await readRows<PersonRow>(
    db,
    sql`
    select ${OF_PERSON} from mailboxes p where p.id = ${mailboxId} and p.domain_id = ${domainOf(ownerId)}`,
  );
  return rows[0];
}
