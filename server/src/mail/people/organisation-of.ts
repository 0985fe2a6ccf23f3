import { getDomain } from 'tldts';

/** Whose the mail of an address is: the domain that is registered, `vpp.com.vn` of `ai@mail.vpp.com.vn`. */
export function organisationOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  return getDomain(domain) ?? domain;
}
