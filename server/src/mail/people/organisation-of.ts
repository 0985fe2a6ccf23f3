import { getDomain } from 'tldts';

/** Providers whose servers use one domain for the addresses of several. */
const SAME_PROVIDER = new Map([
  ['googlemail.com', 'gmail.com'],
  ['hotmail.com', 'outlook.com'],
  ['live.com', 'outlook.com'],
  ['yahoo.com.vn', 'yahoo.com'],
]);

/** Where anybody gets an address, so that those who share the domain know nothing of each other. */
const FREE_PROVIDERS = new Set([
  ...[
    'gmail.com',
    'outlook.com',
    'yahoo.com',
    'ymail.com',
    'msn.com',
    'aol.com',
    'icloud.com',
    'me.com',
    'mac.com',
  ],
  ...[
    'proton.me',
    'protonmail.com',
    'pm.me',
    'tuta.com',
    'tutanota.com',
    'gmx.com',
    'gmx.net',
    'gmx.de',
    'web.de',
  ],
  ...[
    'mail.com',
    'fastmail.com',
    'zoho.com',
    'zohomail.com',
    'yandex.com',
    'yandex.ru',
    'mail.ru',
    'hey.com',
  ],
  ...['qq.com', '163.com', '126.com', 'naver.com', 'daum.net', 'vnn.vn', 'fpt.vn'],
]);

export function isFreeProvider(organisation: string): boolean {
  return FREE_PROVIDERS.has(organisation);
}

/** The registered domain behind an address: `vpp.com.vn` for `ai@mail.vpp.com.vn`. */
export function organisationOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const registered = getDomain(domain) ?? domain;
  return SAME_PROVIDER.get(registered) ?? registered;
}
