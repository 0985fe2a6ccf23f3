import type { Sender } from '@bocau/contract/fields.ts';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import { shownSender } from '../mailbox/shown-sender.ts';
import { foldAddress } from './fold-address.ts';

/** Who a message came from, as far as that was proved when it arrived. */
export type Origin = { sender: Sender; spoofed: boolean; checks: SenderChecks | null };

/**
 * The address that a message is proved to be from: sent by somebody here, or by DMARC, or by a signature of the domain
 * in From. Null where anybody may have written it. Sender and Reply-To are nobody's proof.
 */
export function provenAuthor({ sender, spoofed, checks }: Origin): string | null {
  if (spoofed || sender.email === '' || shownSender(sender).doubts !== undefined) return null;
  const isProven =
    sender.proven === true ||
    checks?.dmarc.result === 'pass' ||
    checks?.dkim.some(({ result, aligned }) => result === 'pass' && aligned) === true;
  return isProven ? foldAddress(sender.email) : null;
}
