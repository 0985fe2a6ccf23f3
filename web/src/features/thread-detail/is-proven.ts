import type { Message } from '@bocau/contract/messages.ts';
import { isDoubtful } from '../../parts/senders/sender-doubts.ts';

type Shown = Pick<Message, 'from' | 'spoofed' | 'sender_checks' | 'folder' | 'is_draft' | 'sending'>;

/** Whether it was written here, or authenticated by the domain that it claims to be from. */
export function isProven(message: Shown, own: ReadonlySet<string>): boolean {
  const { from, spoofed, sender_checks: checks } = message;
  if (spoofed || isDoubtful(from)) return false;
  if (from.proven) return true;
  return checks === null ? isWrittenHere(message, own) : checks.dmarc.result === 'pass';
}

/**
 * Missing checks alone prove nothing: messages passed on by a server in front of ours, or imported, have
 * none.
 */
function isWrittenHere({ from, folder, is_draft, sending }: Shown, own: ReadonlySet<string>): boolean {
  const isOutgoing = sending !== null || is_draft || folder === 'Sent' || folder === 'Drafts';
  return isOutgoing && own.has(from.email.toLowerCase());
}
