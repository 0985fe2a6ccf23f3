import { isValidAddress } from '@bocau/contract/address.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { MailSession, RecipientVerdict } from '../../platform/smtp/mail-types.ts';
import { permanentFailure, type Reply, replies, temporaryFailure } from '../../platform/smtp/reply.ts';
import { foldAddress } from '../rules/fold-address.ts';
import { readSender } from '../sending/read-sender.ts';
import type { RoutedRecipient } from '../sending/recipient-rows.ts';
import { routeRecipients } from '../sending/route-recipients.ts';
import { checkPassword } from '../session/check-password.ts';
import type { SubmissionDeps } from './submission-deps.ts';

const WRONG_PASSWORD = permanentFailure(535, '5.7.8', 'The address or the password is wrong');
export const NOT_ALLOWED_SENDER = permanentFailure(550, '5.7.1', 'Not allowed sender');
const SWITCHED_OFF = permanentFailure(550, '5.7.1', 'Sending is switched off for this mailbox');

/** Whose password it is: the same one as on the web, and the same limits for who guesses. */
export async function signInByMail(
  deps: SubmissionDeps,
  { name, password }: { name: string; password: string },
  session: MailSession,
): Promise<{ accept: string } | { refuse: Reply }> {
  try {
    const given = { email: name, password, address: session.remoteAddress, userAgent: 'SMTP' };
    return { accept: String(await checkPassword(deps, given)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'invalid_credentials') return { refuse: WRONG_PASSWORD };
    const wait = error.headers['retry-after'] ?? '';
    const words = `Too many wrong passwords, try again in ${wait} seconds`;
    return { refuse: temporaryFailure(454, '4.7.0', words) };
  }
}

/** Null where the mailbox may send in the name of this address. */
export async function refuseSender(
  { db }: SubmissionDeps,
  mailboxId: number,
  address: string,
): Promise<Reply | null> {
  const state = await readSender(db, mailboxId, foldAddress(address));
  if (!state.mayDoSo) return SWITCHED_OFF;
  return state.ownsAddress ? null : NOT_ALLOWED_SENDER;
}

/**
 * Who can't be reached is refused at once, where the mail program can still say so to the person who writes; a mailbox
 * here that is full may have room later, and is told of in Sent.
 */
export async function judgeRecipient(
  { db, config }: SubmissionDeps,
  address: string,
): Promise<RecipientVerdict<RoutedRecipient>> {
  if (!isValidAddress(address)) return { refuse: replies.badAddress };
  const [routed] = await routeRecipients(db, [{ name: '', email: address }], config.mail.relay !== null);
  if (!routed) throw new Error('A recipient has no route');
  if (routed.refusal?.code === 550) {
    return { refuse: permanentFailure(550, '5.1.1', `There is no mailbox ${routed.email}`) };
  }
  return { accept: routed };
}

/** The mailbox that a session belongs to; nothing gets this far without one. */
export function mailboxOf({ user }: MailSession): number {
  if (user === null) throw new Error('nobody has signed in');
  return Number(user);
}
