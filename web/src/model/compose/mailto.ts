import { LIMITS } from '@bocau/contract/limits.ts';
import type { Prefill } from './compose-model.ts';

const LONGEST_URL = 60_000;
const LONGEST_BODY = 50_000;

/** Parses a mailto: URL (RFC 6068): recipients, subject and text; all other fields are ignored. */
export function prefillFromMailto(url: string): Prefill {
  const given = /^\s*mailto:([^?#]*)(?:\?([^#]*))?/i.exec(url.slice(0, LONGEST_URL));
  if (!given) return {};
  const fields: Record<'to' | 'cc' | 'bcc' | 'subject' | 'body', string[]> = {
    to: [addresses(given[1] ?? '')],
    cc: [],
    bcc: [],
    subject: [],
    body: [],
  };
  // Some pages write `&amp;` where they mean `&`.
  for (const pair of (given[2] ?? '').split(/&(?:amp;)?/i)) {
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at)).toLowerCase();
    const value = at < 0 ? '' : pair.slice(at + 1);
    if (name === 'to' || name === 'cc' || name === 'bcc') fields[name].push(addresses(value));
    if (name === 'subject' || name === 'body') fields[name].push(decode(value));
  }
  const listed = (list: string[]) => list.filter((text) => text !== '').join(',');
  return {
    to: listed(fields.to),
    cc: listed(fields.cc),
    bcc: listed(fields.bcc),
    subject: oneLine(fields.subject[0] ?? '').slice(0, LIMITS.subjectLength),
    body: printable(fields.body.join('\n')).slice(0, LONGEST_BODY),
  };
}

/** A comma written as `%2C` is part of an address and no separator; none of our addresses contains one. */
function addresses(text: string): string {
  return text
    .split(',')
    .map((part) => oneLine(decode(part)).trim())
    .filter((part) => part !== '')
    .join(',');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

function oneLine(text: string): string {
  return printable(text).replace(/[\r\n\t]+/g, ' ');
}

function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '');
}
