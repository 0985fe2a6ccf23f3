import type { Tx } from '../../tables.ts';

/** Sign-ins whose password was right, and that wait for their code. */
export async function deleteChallengesOf(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('sign_in_challenges').where('mailbox_id', '=', mailboxId).execute();
  await tx.deleteFrom('passkey_challenges').where('mailbox_id', '=', mailboxId).execute();
}

/** Every browser is asked for a code again. */
export async function deleteTrustedDevices(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('trusted_devices').where('mailbox_id', '=', mailboxId).execute();
}

/** A setup that was begun: whoever began it has the secret. Waits, as every change of the second step does. */
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

/** Its name; undefined where there is none such. */
export async function deleteAppPassword(tx: Tx, mailboxId: number, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('app_passwords')
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}

/** A link to choose a new password by, that was not used yet. */
export async function deleteResetLink(tx: Tx, mailboxId: number): Promise<void> {
  await tx.deleteFrom('reset_links').where('mailbox_id', '=', mailboxId).execute();
}
