import type { ReadDb, Tx } from '../../../tables.ts';

/** Replaces an existing link. */
export async function writeResetLink(
  tx: Tx,
  mailboxId: number,
  link: { token_hash: Buffer; created_at: number; expires_at: number },
): Promise<void> {
  await tx
    .insertInto('reset_links')
    .values({ mailbox_id: mailboxId, ...link })
    .onConflict((conflict) => conflict.column('mailbox_id').doUpdateSet(link))
    .execute();
}

export async function insertResetLinks(
  tx: Tx,
  links: { mailbox_id: number; token_hash: Buffer; created_at: number; expires_at: number }[],
): Promise<void> {
  if (links.length > 0) await tx.insertInto('reset_links').values(links).execute();
}

export type LinkOwner = {
  mailbox_id: number;
  email: string;
  name: string;
  password_hash: string | null;
  /** What blocks them whatever their password is. */
  suspended: 'account' | 'domain' | null;
};

/** The mailbox of a valid link; also of a suspended one, which neither link nor password opens. */
export async function findResetLink(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<LinkOwner | undefined> {
  return db
    .selectFrom('reset_links')
    .innerJoin('mailboxes', 'mailboxes.id', 'reset_links.mailbox_id')
    .innerJoin('domains', 'domains.id', 'mailboxes.domain_id')
    .select((eb) => [
      ...(['mailbox_id', 'email', 'mailboxes.name', 'password_hash'] as const),
      eb
        .case()
        .when('domains.active', '=', false)
        .then(eb.val<'domain'>('domain'))
        .when('mailboxes.active', '=', false)
        .then(eb.val<'account'>('account'))
        .else(null)
        .end()
        .as('suspended'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .where('mailboxes.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** False when it was used or ended meanwhile; serializes concurrent uses. */
export async function useResetLink(tx: Tx, mailboxId: number, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('reset_links')
    .where('mailbox_id', '=', mailboxId)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
