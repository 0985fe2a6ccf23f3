import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress, withoutTag } from '../../mail/people/fold-address.ts';
import { domainOf } from '../../platform/smtp/sender-verdict.ts';
import { isWithin, type ReplyPeriod } from './reply-period.ts';
import { isRobot } from './robots.ts';

/** The facts that decide whether a message is answered automatically. */
export type Candidate = {
  rule: ReplyPeriod & { only_organisation: boolean };
  timeZone: string;
  /** Unix seconds. */
  receivedAt: number;
  envelopeSender: string;
  /** The sender according to the header. */
  sender: string;
  to: MailAddress[];
  cc: MailAddress[];
  isJunk: boolean;
  isForged: boolean;
  failsDmarc: boolean;
  /**
   * Whether the envelope sender is authenticated: otherwise a stranger could direct replies to a victim
   * (backscatter).
   */
  isProven: boolean;
  /** By its header it is from a list or a program, or opts out. */
  refusesReplies: boolean;
  /** The user's own addresses, the mailbox's first. */
  own: MailAddress[];
};

export type Silence =
  | 'outside the period'
  | 'junk'
  | 'forged'
  | 'not proven'
  | 'automatic'
  | 'nobody to answer'
  | 'own address'
  | 'not written to'
  | 'outside the organisation';

export type ReplyDecision = { from: MailAddress; to: string } | { silent: Silence };

/** Whether a message is answered, from which address and to whom; independent of the frequency limit. */
export function decideReply(message: Candidate): ReplyDecision {
  const { rule, own } = message;
  if (!isWithin(rule, message.receivedAt, message.timeZone)) return { silent: 'outside the period' };
  if (message.isJunk) return { silent: 'junk' };
  if (message.isForged || message.failsDmarc) return { silent: 'forged' };
  if (message.refusesReplies) return { silent: 'automatic' };
  const writers = [message.envelopeSender, message.sender].map(foldAddress);
  const [to = ''] = writers;
  if (!isValidAddress(to)) return { silent: 'nobody to answer' };
  if (writers.some(isRobot)) return { silent: 'automatic' };
  if (!message.isProven) return { silent: 'not proven' };
  const ownAddresses = new Map(own.map((address) => [foldAddress(address.email), address]));
  if (writers.some((writer) => ownAddresses.has(withoutTag(writer)))) return { silent: 'own address' };
  const [from] = [...message.to, ...message.cc].flatMap(({ email }) => {
    const written = foldAddress(email);
    return ownAddresses.get(written) ?? ownAddresses.get(withoutTag(written)) ?? [];
  });
  if (!from) return { silent: 'not written to' };
  const organisation = domainOf(foldAddress(own[0]?.email ?? ''));
  if (rule.only_organisation && writers.some((writer) => domainOf(writer) !== organisation)) {
    return { silent: 'outside the organisation' };
  }
  return { from, to: message.envelopeSender.trim() };
}
