import { domainToASCII } from 'node:url';

/** An address as it is compared: letters of one size, and a domain in the one form that every script has. */
export function foldAddress(address: string): string {
  const text = address.trim().normalize('NFC');
  const at = text.lastIndexOf('@');
  if (at === -1) return text.toLowerCase();
  const domain = text.slice(at + 1).toLowerCase();
  return `${text.slice(0, at).toLowerCase()}@${domainToASCII(domain) || domain}`;
}

/** Without its tag (subaddress, RFC 5233): what comes to all of these is one person's. */
export function withoutTag(address: string): string {
  return address.replace(/\+[^@]*@/, '@');
}
