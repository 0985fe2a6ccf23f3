import { domainToASCII } from 'node:url';
import type { Sender, SenderDoubt } from '@bocau/contract/fields.ts';
import { type ReadAddress, readAddresses } from './parse-addresses.ts';
import { type HeaderField, headerValues } from './split-headers.ts';

/** The number of From addresses that are read: an address that is not judged is not shown either. */
const AUTHORS_READ = 50;
const OTHERS_SHOWN = 10;

export type ReadSender = {
  from: Sender;
  /** Every domain that the shown names and addresses claim, which authentication must prove. */
  claimedDomains: string[];
  /** More than one From field: a signature covers one of them, which need not be the one shown. */
  fromFields: number;
  /** The addresses of every From and of Sender. */
  authors: string[];
};

/**
 * The sender of a message. This is the only reading of From and Sender: the same result is shown, stored,
 * searched, answered and judged.
 */
export function readSender(fields: HeaderField[], fallbackCharset: string | null): ReadSender {
  const fromValues = headerValues(fields, 'from');
  const authors = readAll(fromValues, fallbackCharset);
  const addressed = distinct(authors.filter(({ email }) => email.includes('@')));
  // `"ceo@bank.vn", <x@evil.example>` is from the latter: to other programs, an address in quotes is only a
  // name.
  const author = addressed.find(({ quoted }) => !quoted) ?? addressed[0];
  const others = addressed.filter((one) => one !== author);
  const senders = readAll(headerValues(fields, 'sender'), fallbackCharset);
  const fallback = [...senders, ...authors];
  const shown = author ?? fallback.find(({ email }) => email.includes('@')) ?? fallback[0];
  const doubts: SenderDoubt[] = [];
  if (author === undefined) doubts.push('no_from');
  if (others.length > 0) doubts.push('several_addresses');
  if (shown?.hidden || others.some(({ hidden }) => hidden)) doubts.push('hidden_characters');
  const from: Sender = {
    name: shown?.name ?? '',
    email: shown?.email ?? '',
    ...(doubts.length > 0 ? { doubts } : {}),
    ...(others.length > 0
      ? { others: others.slice(0, OTHERS_SHOWN).map(({ name, email }) => ({ name, email })) }
      : {}),
  };
  const read = shown === undefined ? [] : [shown, ...others];
  return {
    from,
    claimedDomains: [
      ...new Set(read.flatMap(({ name, email }) => [...domainsIn(name), ...domainsIn(email)])),
    ],
    fromFields: fromValues.length,
    authors: distinct([...authors, ...senders].filter(({ email }) => email.includes('@'))).map(
      ({ email }) => email,
    ),
  };
}

function readAll(values: string[], fallbackCharset: string | null): ReadAddress[] {
  const found: ReadAddress[] = [];
  for (const value of values) {
    if (found.length >= AUTHORS_READ) break;
    found.push(...readAddresses(value, fallbackCharset).slice(0, AUTHORS_READ - found.length));
  }
  return found;
}

function distinct(addresses: ReadAddress[]): ReadAddress[] {
  const known = new Set<string>();
  return addresses.filter(({ email }) => {
    const folded = email.toLowerCase();
    return !known.has(folded) && known.add(folded);
  });
}

/** The domains of everything in a text that looks like an address, normalized for comparison. */
export function domainsIn(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .replaceAll('\u3002', '.')
    .replace(/\s*([@.])\s*/g, '$1');
  return [...plain.matchAll(/@[[(<"']*([\p{L}\p{M}\p{N}._-]+)/gu)].flatMap(([, written = '']) => {
    const domain = comparedDomain(written);
    return domain === '' ? [] : [domain];
  });
}

/** A domain in lower-case ASCII, without leading and trailing dots; empty when it is invalid. */
export function comparedDomain(written: string): string {
  const bare = written.replace(/^[.-]+|[.-]+$/g, '').toLowerCase();
  return domainToASCII(bare) || (/^[a-z0-9._-]+$/.test(bare) ? bare : '');
}
