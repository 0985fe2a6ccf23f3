import { isValidAddress } from '@bocau/contract/address.ts';

/** An address of the domain, typed with or without the domain; null where it is invalid. */
export function typedAddress(typed: string, domain: string): string | null {
  const text = typed.trim().toLowerCase();
  const address = text.includes('@') ? text : `${text}@${domain}`;
  return isValidAddress(address) && address.endsWith(`@${domain}`) ? address : null;
}
