import { sql } from 'kysely';
import { foldAddress } from '../mail/people/fold-address.ts';
import type { ServerFacts } from '../platform/db/examine-server.ts';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../tables.ts';

export type DomainRow = Omit<Required<DomainChanges>, 'recall_seconds'> & {
  id: number;
  verified: boolean;
  require_two_step: boolean;
  sms_codes: boolean;
  recall_seconds: number | null;
  storage_mb: number | null;
  seats: number | null;
  outside_links: boolean;
  outside_link_days: number | null;
  merges_per_day: number | null;
  /** The mailbox that is the catch-all. */
  catch_all: string | null;
};

export async function findDomain(db: ReadDb, name: string): Promise<DomainRow | undefined> {
  return domainByName(db, name).executeTakeFirst();
}

/** Locks the domain until the transaction ends. */
export async function findDomainForUpdate(tx: Tx, name: string): Promise<DomainRow | undefined> {
  return domainByName(tx, name).forNoKeyUpdate('domains').executeTakeFirst();
}

function domainByName(db: ReadDb, name: string) {
  return db
    .selectFrom('domains')
    .select(['id', 'recall_seconds', 'recall_read', 'require_two_step', 'sms_codes', 'storage_mb', 'seats'])
    .select(['verified', 'outside_links', 'outside_link_days', 'merges_per_day'])
    .select(({ selectFrom }) =>
      selectFrom('mailboxes')
        .select('email')
        .whereRef('mailboxes.id', '=', 'domains.catch_all_mailbox_id')
        .as('catch_all'),
    )
    .where('name', '=', name);
}

export async function readDomainNames(db: ReadDb): Promise<string[]> {
  const domains = await db.selectFrom('domains').select('name').execute();
  return domains.map((domain) => domain.name);
}

export async function readActiveDomainNames(db: ReadDb): Promise<string[]> {
  const domains = await db
    .selectFrom('domains')
    .select('name')
    .where('active', '=', true)
    .orderBy('name')
    .execute();
  return domains.map((domain) => domain.name);
}

export type DomainChanges = {
  recall_seconds?: number;
  recall_read?: boolean;
};

/** False when there is no such domain. */
export async function updateDomain(tx: Tx, name: string, changes: DomainChanges): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('domains')
    .set(changes)
    .where('name', '=', name)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The first of the addresses that is taken. */
export async function findTakenAddress(db: ReadDb, addresses: string[]): Promise<string | undefined> {
  const taken = await db
    .selectFrom('addresses')
    .select('address')
    .where('address', 'in', addresses)
    .executeTakeFirst();
  return taken?.address;
}

export type FoundMailbox = {
  id: number;
  domain_id: number;
  email: string;
  name: string;
  deleted_at: number | null;
};

export async function findMailboxByEmail(db: ReadDb, email: string): Promise<FoundMailbox | undefined> {
  return db
    .selectFrom('mailboxes')
    .select(['id', 'domain_id', 'email', 'name', 'deleted_at'])
    .where('email', '=', foldAddress(email))
    .executeTakeFirst();
}

/** The owner of an address. */
export async function findAliasOwner(
  db: ReadDb,
  address: string,
): Promise<{ id: number; email: string } | undefined> {
  return db
    .selectFrom('addresses')
    .innerJoin('mailboxes', 'mailboxes.id', 'addresses.mailbox_id')
    .select(['mailboxes.id', 'mailboxes.email'])
    .where('address', '=', address)
    .executeTakeFirst();
}

export async function readAliases(db: ReadDb, mailboxId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('addresses')
    .innerJoin('mailboxes', 'mailboxes.id', 'addresses.mailbox_id')
    .select('address')
    .where('addresses.mailbox_id', '=', mailboxId)
    .whereRef('address', '<>', 'mailboxes.email')
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** The most frequently changed mailboxes. */
export async function readBusiestMailboxes(
  db: ReadDb,
  limit: number,
): Promise<{ id: number; email: string }[]> {
  return db
    .selectFrom('mailbox_state')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_state.mailbox_id')
    .select(['id', 'email'])
    .orderBy('seq', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export type ExaminedServer = ServerFacts & {
  locale: string;
  now: number;
  walCompression: string;
  checkpointSeconds: number;
};

export async function examineServer(db: ReadDb): Promise<ExaminedServer> {
  const rows = await readRows(
    db,
    sql<ExaminedServer>`
    select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
      pg_encoding_to_char(encoding) as encoding, datcollate as locale, pg_is_in_recovery() as standby,
      extract(epoch from clock_timestamp())::float8 as now,
      current_setting('wal_compression') as "walCompression",
      extract(epoch from current_setting('checkpoint_timeout')::interval)::integer as "checkpointSeconds"
    from pg_database where datname = current_database()`,
  );
  return rows[0] as ExaminedServer;
}

/** The names of the applied migrations; empty when the database has no tables yet. */
export async function readAppliedMigrations(db: ReadDb): Promise<string[]> {
  const [table] = await readRows(
    db,
    sql<{ there: boolean }>`select to_regclass('schema_migrations') is not null as there`,
  );
  if (!table?.there) return [];
  const applied = await readRows(db, sql<{ name: string }>`select name from schema_migrations`);
  return applied.map((row) => row.name);
}

/** All mailboxes, or those of a domain, ordered by address. */
export async function readMailboxes(
  db: ReadDb,
  domainId: number | null = null,
): Promise<{ id: number; email: string }[]> {
  const all = db.selectFrom('mailboxes').select(['id', 'email']).orderBy('email');
  return (domainId === null ? all : all.where('domain_id', '=', domainId)).execute();
}
