import type { ReadDb, Tx } from '../../../tables.ts';

export type ProfileLink = {
  mailbox_id: number;
  app_password_id: string;
  session_id: string;
  sealed: Buffer;
  expires_at: number;
};

/** An app password, locked against being revoked until the transaction ends. */
export async function holdAppPassword(
  tx: Tx,
  mailboxId: number,
  id: string,
): Promise<{ token_hash: Buffer; scopes: string[] } | undefined> {
  return tx
    .selectFrom('app_passwords')
    .select(['token_hash', 'scopes'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst();
}

/** Takes the place of the link that there was for this app password. */
export async function writeProfileLink(tx: Tx, link: ProfileLink & { token_hash: Buffer }): Promise<void> {
  await tx
    .insertInto('profile_links')
    .values(link)
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'app_password_id']).doUpdateSet(link))
    .execute();
}

/** Whoever deletes the row has it: of two at once, one. */
export async function takeProfileLink(tx: Tx, tokenHash: Buffer): Promise<ProfileLink | undefined> {
  return tx
    .deleteFrom('profile_links')
    .where('token_hash', '=', tokenHash)
    .returning(['mailbox_id', 'app_password_id', 'session_id', 'sealed', 'expires_at'])
    .executeTakeFirst();
}

/** Whose app password it is, and what it opens. */
export async function readProfileOwner(
  db: ReadDb,
  { mailbox_id, app_password_id }: Pick<ProfileLink, 'mailbox_id' | 'app_password_id'>,
): Promise<{ email: string; name: string; scopes: string[] } | undefined> {
  return db
    .selectFrom('app_passwords')
    .innerJoin('mailboxes', 'mailboxes.id', 'app_passwords.mailbox_id')
    .select(['mailboxes.email', 'mailboxes.name', 'app_passwords.scopes'])
    .where('app_passwords.mailbox_id', '=', mailbox_id)
    .where('app_passwords.id', '=', app_password_id)
    .executeTakeFirst();
}
