import type { ReadDb, Tx } from '../../tables.ts';

export type NewDomain = { name: string; verified: boolean; created_at: number };

export async function insertDomain(tx: Tx, domain: NewDomain): Promise<number> {
  const { id } = await tx.insertInto('domains').values(domain).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function readDomainId(db: ReadDb, name: string): Promise<number> {
  const { id } = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return id;
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

/** Adds a mailbox with its state; answers its id, or undefined where somebody has the address. */
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

/** Answers those that were free, and are this mailbox's now. */
export async function insertAddresses(tx: Tx, mailboxId: number, addresses: string[]): Promise<string[]> {
  const rows = await tx
    .insertInto('addresses')
    .values(addresses.map((address) => ({ address, mailbox_id: mailboxId })))
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** Whether it was one; a mailbox keeps its own address. */
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

export type MailboxColumns = {
  name: string;
  kind: 'owner' | 'member';
  active: boolean;
  enable_smtp: boolean;
  enable_drive: boolean;
  enable_recall: boolean;
  quota_mb: number;
  auto_quota: boolean;
};

export type LockedPerson = MailboxColumns & { id: number; domain_id: number; email: string; domain: string };

/** Nobody else changes the people of the domain meanwhile: owners are counted. */
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
    .select(['mailboxes.id', 'domain_id', 'email', 'mailboxes.name', 'kind', 'mailboxes.active'])
    .select(['enable_smtp', 'enable_drive', 'enable_recall', 'quota_mb', 'auto_quota'])
    .select('domains.name as domain')
    .where('mailboxes.id', '=', mailboxId)
    .forUpdate('mailboxes')
    .executeTakeFirst();
}

export async function updateMailbox(
  tx: Tx,
  mailboxId: number,
  changes: Partial<MailboxColumns> & { password_hash?: string },
): Promise<void> {
  // A stranger does not know the new one.
  const exposed = changes.password_hash === undefined ? {} : { password_exposed_at: null };
  await tx
    .updateTable('mailboxes')
    .set({ ...changes, ...exposed })
    .where('id', '=', mailboxId)
    .execute();
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

/** Whether this is an owner of the domain, who is not suspended. */
export async function isOwnerOf(db: ReadDb, mailboxId: number, domainId: number): Promise<boolean> {
  const owner = await db
    .selectFrom('mailboxes')
    .select('id')
    .where('id', '=', mailboxId)
    .where('domain_id', '=', domainId)
    .where('kind', '=', 'owner')
    .where('active', '=', true)
    .executeTakeFirst();
  return owner !== undefined;
}
