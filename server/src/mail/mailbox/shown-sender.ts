import type { Sender, SenderDoubt } from '@bocau/contract/fields.ts';
import { getDomain } from 'tldts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';

/** Endings of names that are words and initials as well: "A.Vu", "Nguyen.My" are people. */
const COMMON_ENDINGS = new Set(['com', 'net', 'org', 'info', 'biz', 'gov', 'edu', 'vn']);
/** "Mr.Com" is a person; "x.com" and "hp.com" are no initials. */
const TITLED = /^(?:(?:mr|mrs|ms|dr|tp|ts|ths|bs|gs|pgs|ks|ls)\.)+[^.]+$/i;
const DOMAIN = /(?<![\p{L}\p{M}\p{N}@._-])(?:[\p{L}\p{M}\p{N}-]+\.)+[a-z]{2,18}(?![\p{L}\p{M}\p{N}@_-])/giu;
const ADDRESS = /[^\s@<>()[\],;:"']+@[^\s@<>()[\],;:"']+\.[^\s@<>()[\],;:"']+/gu;

/**
 * A sender as it is shown, with what is doubtful about the name beside this address. Made when it is shown, so that
 * what was stored before it was judged so is judged too.
 */
export function shownSender({ name: written, email, doubts = [], others, proven }: Sender): Sender {
  const { text: name, hidden } = withoutHidden(written);
  const found = new Set<SenderDoubt>(doubts);
  if (hidden) found.add('hidden_characters');
  for (const doubt of nameDoubts(name, email)) found.add(doubt);
  return {
    name,
    email,
    ...(found.size > 0 ? { doubts: [...found] } : {}),
    ...(others ? { others } : {}),
    ...(proven && found.size === 0 ? { proven } : {}),
  };
}

function nameDoubts(name: string, email: string): SenderDoubt[] {
  if (!/[@.\u3002\uff0e\uff20\uff61]/.test(name)) return [];
  const plain = name
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/\s*@\s*/g, '@');
  const folded = email.toLowerCase();
  const addresses = plain.match(ADDRESS) ?? [];
  if (addresses.some((address) => trimmed(address) !== folded)) return ['name_is_other_address'];
  if (addresses.length > 0) return [];
  const local = folded.slice(0, folded.lastIndexOf('@'));
  const own = organisationOf(folded.slice(folded.lastIndexOf('@') + 1));
  const domains = (plain.match(DOMAIN) ?? []).filter((domain) => domain.toLowerCase() !== local);
  return domains.some((domain) => isDomain(domain) && organisationOf(domain) !== own)
    ? ['name_is_other_domain']
    : [];
}

function trimmed(address: string): string {
  return address.toLowerCase().replace(/\.+$/, '');
}

function isDomain(text: string): boolean {
  const ending = text.slice(text.lastIndexOf('.') + 1);
  return COMMON_ENDINGS.has(ending.toLowerCase()) && organisationOf(text) !== null && !TITLED.test(text);
}

/** What is registered: `bank.com.vn` of `mail.bank.com.vn`. */
function organisationOf(domain: string): string | null {
  return getDomain(domain.toLowerCase());
}
