import { domainToASCII } from 'node:url';

/** The normalized form of an address for comparison: lower case, and the domain in a canonical form. */
export function foldAddress(address: string): string {
  const text = address.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  if (at === -1) return text.toLowerCase();
  const domain = text.slice(at + 1).toLowerCase();
  return `${text.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain}`;
}

/** Without its tag (subaddress, RFC 5233): all of these reach the same person. */
export function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}
