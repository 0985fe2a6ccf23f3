import type { Sender } from '@bocau/contract/fields.ts';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import { shownSender } from '../mailbox/shown-sender.ts';
import { foldAddress } from './fold-address.ts';

/** The sender of a message, as far as it was authenticated on arrival. */
export type Origin = { sender: Sender; spoofed: boolean; checks: SenderChecks | null };

/**
 * The proven author of a message: a local sender, or by DMARC, or by a signature of the domain in From. Null
 * when the author is unproven. Sender and Reply-To prove nothing.
 */
export function provenAuthor({ sender, spoofed, checks }: Origin): string | null {
  if (spoofed || sender.email === '' || shownSender(sender).doubts !== undefined) return null;
  const isProven =
    sender.proven === true ||
    checks?.dmarc.result === 'pass' ||
    checks?.dkim.some(({ result, aligned }) => result === 'pass' && aligned) === true;
  return isProven ? foldAddress(sender.email) : null;
}
