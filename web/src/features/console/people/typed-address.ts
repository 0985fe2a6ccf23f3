import { isValidAddress } from '@bocau/contract/address.ts';

/** An address of the domain as somebody types it, with the domain or without; null where it is none. */
export function typedAddress(typed: string, domain: string): string | null {
  const text = typed.trim().toLowerCase();
  const address = text.includes('@') ? text : `${text}@${domain}`;
  return isValidAddress(address) && address.endsWith(`@${domain}`) ? address : null;
}
