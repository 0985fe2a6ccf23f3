import type { Tx } from '../../tables.ts';

/** Sign-ins with a correct password that still need their code. */
export async function deleteChallengesOf(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('mailbox_id', '=', mailboxId).execute();
  await tx.deleteFrom('passkey_challenges').where('mailbox_id', '=', mailboxId).execute();
}

/** Every browser has to enter a code again. */
export async function deleteTrustedDevices(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('trusted_devices').where('mailbox_id', '=', mailboxId).execute();
}

/**
 * A pending setup: whoever began it has the secret. Waits for the lock, like every change of the second step.
 */
export async function deletePendingSecret(tx: Tx, mailboxId: number): Promise<void> {
  await tx
    .updateTable('second_steps')
    .set({ pending_secret: null, pending_at: null })
    .where('mailbox_id', '=', mailboxId)
    .execute();
}

/** Programs need new ones. */
export async function deleteAppPasswords(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('app_passwords').where('mailbox_id', '=', mailboxId).execute();
}

/** Returns its name; undefined when there is none. */
export async function deleteAppPassword(tx: Tx, mailboxId: number, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('app_passwords')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** An unused password reset link. */
export async function deleteResetLink(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('reset_links').where('mailbox_id', '=', mailboxId).execute();
}
