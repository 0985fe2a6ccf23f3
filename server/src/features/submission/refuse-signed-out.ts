import { readSignedOutAt } from '../../identity/security/sessions.store.ts';
import { Failure } from '../../platform/failure.ts';
import type { MailSession } from '../../platform/smtp/mail-types.ts';
import type { ReadDb } from '../../tables.ts';
import { mailboxOf } from './judge-client.ts';

/** Refuses a connection from before the user's global sign-out. */
export async function refuseSignedOut(db: ReadDb, session: MailSession): Promise<void> {
  const signedOutAt = await readSignedOutAt(db, mailboxOf(session));
  const provenAt = session.user?.assurance.provenAt ?? 0;
  if (signedOutAt !== null && provenAt <= signedOutAt) {
    throw new Failure('session_required', 'Signed out, connect and sign in again');
  }
}
