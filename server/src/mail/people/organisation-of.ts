import { getDomain } from 'tldts';

/** Providers whose servers use one domain for the addresses of several. */
const SAME_PROVIDER = new Map([
  ['googlemail.com', 'gmail.com'],
  ['hotmail.com', 'outlook.com'],
  ['live.com', 'outlook.com'],
  ['yahoo.com.vn', 'yahoo.com'],
]);

/** The registered domain behind an address: `vpp.com.vn` for `ai@mail.vpp.com.vn`. */
export function organisationOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const registered = getDomain(domain) ?? domain;
  return SAME_PROVIDER.get(registered) ?? registered;
}
