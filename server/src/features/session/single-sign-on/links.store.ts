import type { ReadDb, Tx } from '../../../tables.ts';

/** An account at a domain's provider: neither part alone identifies someone. */
export type ProviderAccount = { domain_id: number; issuer: string; subject: string };

export type LinkedMailbox = {
  id: number;
  email: string;
  active: boolean;
  sign_outs: number;
  /** The time of the last global sign-out. */
  signed_out_at: number | null;
};

/** The linked mailbox; only within the domain of the provider. */
export async function findLinkedMailbox(
  db: ReadDb,
  { domain_id, issuer, subject }: ProviderAccount,
): Promise<LinkedMailbox | undefined> {
  return db
    .selectFrom('sign_on_links as l')
    .innerJoin('mailboxes as m', (join) =>
      join.onRef('m.id', '=', 'l.mailbox_id').onRef('m.domain_id', '=', 'l.domain_id'),
    )
    .innerJoin('domains as d', 'd.id', 'm.domain_id')
    .select(['m.id', 'm.email', 'm.sign_outs', 'm.signed_out_at'])
    .select((eb) =>
      eb
        .and([eb.ref('m.active'), eb.ref('d.active')])
        .$castTo<boolean>()
        .as('active'),
    )
    .where('l.domain_id', '=', domain_id)
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .executeTakeFirst();
}

/** The mailbox of the domain with this address, unless an account of the provider is linked to it. */
export async function findUnlinkedMailbox(
  db: ReadDb,
  { domain_id, issuer, email }: { domain_id: number; issuer: string; email: string },
): Promise<number | undefined> {
  const found = await db
    .selectFrom('mailboxes as m')
    .select('m.id')
    .where('m.email', '=', email)
    .where('m.domain_id', '=', domain_id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sign_on_links as l')
            .select('l.id')
            .whereRef('l.mailbox_id', '=', 'm.id')
            .where('l.issuer', '=', issuer),
        ),
      ),
    )
    .executeTakeFirst();
  return found?.id;
}

/** The domain of a mailbox. */
export async function readDomainId(db: ReadDb, mailboxId: number): Promise<number> {
  const { domain_id } = await db
    .selectFrom('mailboxes')
    .select('domain_id')
    .where('id', '=', mailboxId)
    .executeTakeFirstOrThrow();
  return domain_id;
}

/** False when it is linked to a mailbox already. */
export async function insertLink(
  tx: Tx,
  link: ProviderAccount & { mailbox_id: number; id: string; email: string; created_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sign_on_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['domain_id', 'issuer', 'subject']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function markLinkUsed(
  tx: Tx,
  mailboxId: number,
  { domain_id, issuer, subject }: ProviderAccount,
  at: number,
): Promise<void> {
  await tx
    .updateTable('sign_on_links')
    .set({ last_used_at: at })
    .where('mailbox_id', '=', mailboxId)
    .where('domain_id', '=', domain_id)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

export type LinkRow = {
  id: string;
  issuer: string;
  email: string;
  created_at: number;
  last_used_at: number | null;
};

export async function readLinks(db: ReadDb, mailboxId: number): Promise<LinkRow[]> {
  return db
    .selectFrom('sign_on_links')
    .select(['id', 'issuer', 'email', 'created_at', 'last_used_at'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The provider's name of the unlinked account; undefined when there is no such link. */
export async function deleteLink(tx: Tx, mailboxId: number, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('sign_on_links')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

export async function deleteLinks(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('sign_on_links').where('mailbox_id', '=', mailboxId).execute();
}
