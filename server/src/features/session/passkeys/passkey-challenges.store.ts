import { sql } from 'kysely';
import type { Tx } from '../../../tables.ts';

/** The purpose of a challenge, and its recipient; the answer is valid for nothing else. */
export type ChallengeUse =
  | { purpose: 'sign_in'; mailboxId: null; boundTo: null }
  | { purpose: 'add' | 'step' | 'proof'; mailboxId: number; boundTo: Buffer };

/** Strangers may request many: each insert deletes some expired ones. */
const REMOVED_AT_ONCE = 20;

export async function insertPasskeyChallenge(
  tx: Tx,
  { purpose, mailboxId, boundTo }: ChallengeUse,
  { hash, now, expiresAt }: { hash: Buffer; now: number; expiresAt: number },
): Promise<void> {
  await sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at <= ${now}
      order by expires_at limit ${REMOVED_AT_ONCE} for update skip locked
    )`.execute(tx);
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: hash,
      purpose,
      mailbox_id: mailboxId,
      bound_to: boundTo,
      expires_at: expiresAt,
    })
    .execute();
}

/** True only for the first answer in time, however many arrive concurrently. */
export async function usePasskeyChallenge(
  tx: Tx,
  { purpose, mailboxId, boundTo }: ChallengeUse,
  { hash, now }: { hash: Buffer; now: number },
): Promise<boolean> {
  let used = tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now);
  if (mailboxId !== null) used = used.where('mailbox_id', '=', mailboxId).where('bound_to', '=', boundTo);
  const { numDeletedRows } = await used.executeTakeFirst();
  return numDeletedRows > 0n;
}
