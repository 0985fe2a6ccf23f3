import { isValidAddress } from '@bocau/contract/address.ts';
import { authorize } from '../../access/authorize.ts';
import type { RoutedRecipient } from '../../mail/outbox/outbox-recipients.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Caller } from '../../platform/caller.ts';
import type { MailSession, RecipientVerdict } from '../../platform/smtp/mail-types.ts';
import { permanentFailure, replies } from '../../platform/smtp/reply.ts';
import { signInProgram } from '../session/sign-in-program.ts';
import type { SubmissionDeps } from './submission-deps.ts';

/** An app password, or the account's own within the same limits as on the web if no second step is on. */
export async function signInByMail(
  deps: SubmissionDeps,
  { name, password }: { name: string; password: string },
  session: MailSession,
): Promise<Caller> {
  return signInProgram(deps, {
    name,
    password,
    address: session.remoteAddress,
    userAgent: 'SMTP',
    scope: 'smtp',
    protocol: 'smtp',
  });
}

/** Refuses a mailbox that may not send, or not from this address. */
export async function checkSender({ db }: SubmissionDeps, mailboxId: number, address: string): Promise<void> {
  const state = await readSender(db, mailboxId, foldAddress(address));
  authorize({ mailbox: mailboxId }, 'send_as', state);
}

/**
 * Unreachable recipients are refused immediately, while the mail program can still report it to its user; a
 * full local mailbox may have room later, and a failure is reported in Sent.
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

/** The mailbox of a session; every command that gets here has one. */
export function mailboxOf({ user }: MailSession): number {
  if (user === null) throw new Error('nobody has signed in');
  return user.mailbox;
}
