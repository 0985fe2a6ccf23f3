import type { MessageRow } from '../../mail/messages/messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { domainOf } from '../../platform/smtp/sender-verdict.ts';

type Judged = Pick<MessageRow, 'sender' | 'sender_checks'>;

/**
 * Whether a message was sent by whom its envelope names: SPF has passed for that domain, or the author, who is the same,
 * signed it (DKIM), or it was written by somebody here. A signature alone speaks for an author, and not for whoever
 * put another address of that domain on the envelope.
 */
export function provesEnvelope(envelopeSender: string, { sender, sender_checks: checks }: Judged): boolean {
  const address = foldAddress(envelopeSender);
  const isAuthor = foldAddress(sender.email) === address;
  if (checks === null) return isAuthor && sender.proven === true;
  const { spf, dkim } = checks;
  if (spf.result === 'pass' && spf.domain !== null && domainOf(spf.domain) === domainOf(address)) return true;
  return isAuthor && dkim.some(({ result, aligned }) => result === 'pass' && aligned);
}
