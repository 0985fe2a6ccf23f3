import { isLeaveAddress } from '../people/leave-address.ts';
import type { NewMessage } from './new-message.ts';

/** A key of an index; nothing that can be answered is longer. */
const LONGEST_ADDRESS = 320;

/**
 * The sender of a newsletter: of what offers a way to unsubscribe. Null for everything else, and for mail of a group of
 * colleagues, which offers one to leave the group.
 */
export function newsletterOf({ sender, headers }: Pick<NewMessage, 'sender' | 'headers'>): string | null {
  const { unsubscribe } = headers;
  if (!unsubscribe || isLeaveAddress(unsubscribe.mailto ?? '')) return null;
  return senderAddress(sender.email);
}

function senderAddress(email: string): string | null {
  const address = email.toLowerCase().replaceAll('\0', '');
  return address === '' || address.length > LONGEST_ADDRESS ? null : address;
}
