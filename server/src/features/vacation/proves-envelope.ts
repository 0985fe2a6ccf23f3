import type { MessageRow } from '../../mail/messages/messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { domainOf } from '../../platform/smtp/sender-verdict.ts';

type Judged = Pick<MessageRow, 'sender' | 'sender_checks'>;

/**
 * Whether a message comes from its envelope sender: SPF has passed for that domain, or the author is the same
 * and signed it (DKIM), or the sender is local. A signature alone authenticates an author, not an envelope
 * with another address of that domain.
 */
export function provesEnvelope(envelopeSender: string, { sender, sender_checks: checks }: Judged): boolean {
  const address = foldAddress(envelopeSender);
  const isAuthor = foldAddress(sender.email) === address;
  if (checks === null) return isAuthor && sender.proven === true;
  const { spf, dkim } = checks;
  if (spf.result === 'pass' && spf.domain !== null && domainOf(spf.domain) === domainOf(address)) return true;
  return isAuthor && dkim.some(({ result, aligned }) => result === 'pass' && aligned);
}
