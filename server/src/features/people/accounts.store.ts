import type { ReadDb, Tx } from '../../tables.ts';

export type NewDomain = { name: string; verified: boolean; created_at: number };

/** Undefined when it exists already. */
export async function insertDomain(tx: Tx, domain: NewDomain): Promise<number | undefined> {
  const added = await tx
    .insertInto('domains')
    .values(domain)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

export async function findDomainId(db: ReadDb, name: string): Promise<number | undefined> {
  const domain = await db.selectFrom('domains').select('id').where('name', '=', name).executeTakeFirst();
  return domain?.id;
}

/** The existing ones by name, locked against deletion until the transaction ends. */
export async function keepDomains(tx: Tx, names: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('domains')
    .select(['id', 'name'])
    .where('name', '=', ({ fn, val }) => fn.any(val(names)))
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(rows.map(({ id, name }) => [name, id]));
}

export type NewMailboxRow = {
  domain_id: number;
  email: string;
  name: string;
  kind: 'owner' | 'member';
  password_hash: string | null;
  enable_smtp: boolean;
  enable_drive: boolean;
  quota_mb: number;
  created_at: number;
};

/** Adds a mailbox with its state; returns its id, or undefined when the address is taken. */
export async function insertMailbox(tx: Tx, mailbox: NewMailboxRow): Promise<number | undefined> {
  const added = await tx
    .insertInto('mailboxes')
    .values(mailbox)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added) await tx.insertInto('mailbox_state').values({ mailbox_id: added.id }).execute();
  return added?.id;
}

/** Returns those that were free and now belong to this mailbox. */
export async function insertAddresses(tx: Tx, mailboxId: number, addresses: string[]): Promise<string[]> {
  const rows = await tx
    .insertInto('addresses')
    .values(addresses.map((address) => ({ address, mailbox_id: mailboxId })))
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .execute();
  return rows.map(({ address }) => address);
}

export async function findMailboxId(db: ReadDb, address: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('addresses')
    .select('mailbox_id')
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.mailbox_id;
}

export async function ownsAddress(db: ReadDb, mailboxId: number, address: string): Promise<boolean> {
  const found = await db
    .selectFrom('addresses')
    .select('address')
    .where('address', '=', address)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether it existed; a mailbox keeps its main address. */
export async function deleteAlias(tx: Tx, mailboxId: number, address: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('addresses')
    .where('mailbox_id', '=', mailboxId)
    .where('address', '=', address)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('mailboxes').select('id').where('id', '=', mailboxId).where('email', '=', address)),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The time of each suspension; null when not suspended. */
export type SuspensionColumns = {
  sending_suspended_at: number | null;
  receiving_suspended_at: number | null;
};

export type DeletionColumns = {
  deleted_at: number | null;
  /** When the account is purged. */
  purge_at: number | null;
  active_when_deleted: boolean | null;
};

export type MailboxColumns = {
  name: string;
  kind: 'owner' | 'member';
  provider: boolean;
  active: boolean;
  enable_smtp: boolean;
  enable_drive: boolean;
  enable_recall: boolean;
  hidden: boolean;
  quota_mb: number;
  drive_quota_mb: number;
  auto_quota: boolean;
};

/** The switches that a provider has disabled. */
export type WithheldColumn = { withheld: string[] };

export type LockedPerson = MailboxColumns &
  SuspensionColumns &
  DeletionColumns &
  WithheldColumn & { id: number; domain_id: number; email: string; domain: string };

/** Locks the people of the domain: owners and storage are counted. False when it is gone. */
export async function lockDomain(tx: Tx, domainId: number): Promise<boolean> {
  const locked = tx.selectFrom('domains').select('id').where('id', '=', domainId).forNoKeyUpdate();
  return (await locked.executeTakeFirst()) !== undefined;
}

export async function lockDomainOf(tx: Tx, mailboxId: number): Promise<void> {
  await tx
    .selectFrom('domains')
    .select('id')
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('mailboxes').select('domain_id').where('mailboxes.id', '=', mailboxId),
    )
    .forNoKeyUpdate()
    .execute();
}

export async function readPersonForUpdate(tx: Tx, mailboxId: number): Promise<LockedPerson | undefined> {
  return tx
    .selectFrom('mailboxes')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select(['mailboxes.id', 'domain_id', 'email', 'mailboxes.name', 'kind', 'provider', 'mailboxes.active'])
    .select([
      'enable_smtp',
      'enable_drive',
      'enable_recall',
      'hidden',
      'quota_mb',
      'drive_quota_mb',
      'auto_quota',
    ])
    .select(['sending_suspended_at', 'receiving_suspended_at', 'domains.name as domain'])
    .select(['deleted_at', 'purge_at', 'active_when_deleted', 'withheld'])
    .where('mailboxes.id', '=', mailboxId)
    .forNoKeyUpdate('mailboxes')
    .executeTakeFirst();
}

export async function updateMailbox(
  tx: Tx,
  mailboxId: number,
  changes: Partial<MailboxColumns & SuspensionColumns & DeletionColumns & WithheldColumn> & {
    password_hash?: string;
    email?: string;
  },
): Promise<void> {
  // An intruder does not know the new password.
  const exposed = changes.password_hash === undefined ? {} : { password_exposed_at: null };
  await tx
    .updateTable('mailboxes')
    .set({ ...changes, ...exposed })
    .where('id', '=', mailboxId)
    .execute();
}

/** When the address of a deleted person becomes free; undefined when no deleted person has it. */
export async function readPurgeOf(db: ReadDb, address: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('addresses')
    .innerJoin('mailboxes', 'mailboxes.id', 'addresses.mailbox_id')
    .select('purge_at')
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.purge_at ?? undefined;
}

export async function hasOtherOwner(db: ReadDb, domainId: number, mailboxId: number): Promise<boolean> {
  const other = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('domain_id', '=', domainId)
    .where('kind', '=', 'owner')
    .where('active', '=', true)
    .where('id', '<>', mailboxId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether this is an owner of the domain, or without a domain a provider; not suspended. */
export async function isAdministrator(
  db: ReadDb,
  mailboxId: number,
  domainId: number | null,
): Promise<boolean> {
  const person = await db
    .selectFrom('mailboxes')
    .select(['domain_id', 'kind', 'provider'])
    .where('id', '=', mailboxId)
    .where('active', '=', true)
    .executeTakeFirst();
  if (!person) return false;
  return domainId === null ? person.provider : person.domain_id === domainId && person.kind === 'owner';
}
