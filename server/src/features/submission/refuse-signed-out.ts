import { Failure } from '../../platform/failure.ts';
import type { MailSession } from '../../platform/smtp/mail-types.ts';
import type { ReadDb } from '../../tables.ts';
import { hasSignedOut } from '../session/program-rights.ts';

/** Refuses a connection whose right to the mailbox has ended since it signed in. */
export async function refuseSignedOut(db: ReadDb, { user }: MailSession): Promise<void> {
  if (user === null || (await hasSignedOut(db, user)))
    throw new Failure('session_required', 'Signed out, connect and sign in again');
}
