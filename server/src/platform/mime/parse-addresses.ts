import { clip } from './clip-text.ts';
import { decodeHeaderBytes, decodeWords, encodedWordEnd } from './decode-words.ts';
import { mailLimits } from './mail-limits.ts';
import type { MailAddress } from './parsed-mail.ts';

/**
 * Reads an address list: groups are flattened, comments serve as names where there is none. An entry without
 * any address has an empty `email`.
 */
export function parseAddresses(header: string, fallbackCharset: string | null): MailAddress[] {
  const text = decodeHeaderBytes(header, fallbackCharset);
  const found: MailAddress[] = [];
  let words: string[] = [];
  let comments: string[] = [];
  let angle: string | null = null;
  const noMore = { '"': false, ')': false, '>': false };
  const finish = () => {
    const address = toAddress(words, comments, angle);
    if (address !== null) found.push(address);
    words = [];
    comments = [];
    angle = null;
  };
  let at = 0;
  while (at < text.length && found.length < mailLimits.addresses) {
    const character = text[at];
    let end = -1;
    if (character === '"' && !noMore['"']) {
      end = closingQuote(text, at);
      if (end < 0) noMore['"'] = true;
      else words.push(`"${text.slice(at + 1, end).replace(/\\(.)/gs, '$1')}`);
    } else if (character === '(' && !noMore[')']) {
      end = closingBracket(text, at);
      if (end < 0) noMore[')'] = true;
      else comments.push(text.slice(at + 1, end).replace(/\\(.)/gs, '$1'));
    } else if (character === '<' && !noMore['>']) {
      end = text.indexOf('>', at);
      if (end < 0) noMore['>'] = true;
      else angle = text.slice(at + 1, end);
    } else if (character === '=' && text[at + 1] === '?') {
      end = encodedWordEnd(text, at) - 1;
      if (end >= 0) words.push(text.slice(at, end + 1));
    }
    if (end >= 0) {
      at = end + 1;
      continue;
    }
    if (character === ',' || character === ';') finish();
    else if (character === ':' && angle === null && !words.some((word) => word.includes('@'))) {
      // The name of a group.
      words = [];
      comments = [];
    } else if (!isSpace(character)) {
      const wordEnd = endOfWord(text, at);
      words.push(text.slice(at, wordEnd));
      at = wordEnd;
      continue;
    }
    at += 1;
  }
  if (found.length < mailLimits.addresses) finish();
  return found;
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

/** At least one character, so that an unmatched sign is taken as part of a word. */
function endOfWord(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && !' \t\r\n,;:<"('.includes(text[end] ?? '')) end += 1;
  return end;
}

function closingQuote(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '"') return end;
  }
  return -1;
}

function closingBracket(text: string, at: number): number {
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1;
    else if (text[end] === '(') depth += 1;
    else if (text[end] === ')') {
      depth -= 1;
      if (depth === 0) return end;
    }
  }
  return -1;
}

function toAddress(words: string[], comments: string[], angle: string | null): MailAddress | null {
  if (words.length === 0 && angle === null) return null;
  let email = angle === null ? null : cleanEmail(angle);
  const rest = [...words];
  if (email === null || email === '') {
    const at = rest.findLastIndex((word) => word.includes('@'));
    if (at >= 0) email = quotedLocalPart(rest, at);
    else if (rest.length === 1 && !(rest[0] ?? '').startsWith('"') && !(rest[0] ?? '').startsWith('=?')) {
      email = cleanEmail(rest[0] ?? '');
      rest.length = 0;
    }
  }
  const phrase = rest.length > 0 ? rest : comments;
  const name = displayName(phrase.map((word) => (word.startsWith('"') ? word.slice(1) : word)).join(' '));
  const valid = email !== null && email.length <= mailLimits.addressLength ? email : '';
  return name === '' && valid === '' ? null : { name: name === valid ? '' : name, email: valid };
}

/** Takes the address out of the words; `"a b"@c.vn` is two of them. */
function quotedLocalPart(words: string[], at: number): string {
  const [word] = words.splice(at, 1);
  const before = words[at - 1];
  if (word?.startsWith('@') && before !== undefined) {
    words.splice(at - 1, 1);
    return cleanEmail(before.startsWith('"') ? `${before}"${word}` : before + word);
  }
  return cleanEmail(word?.startsWith('"') ? word.slice(1) : (word ?? ''));
}

function cleanEmail(text: string): string {
  const bounded = text.slice(0, 2_000).trim();
  const strip = bounded.startsWith('"') ? /[\p{Cc}<>]+/gu : /[\s\p{Cc}<>]+/gu;
  const trimmed = bounded.replace(strip, '');
  // The source route of RFC 822 (<@relay.vn:a@b.vn>) is obsolete.
  const routed = trimmed.startsWith('@') ? trimmed.slice(trimmed.indexOf(':') + 1) : trimmed;
  return routed.replace(/^mailto:/i, '');
}

function displayName(text: string): string {
  const name = decodeWords(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const bare = name.length > 1 && /^(['"]).*\1$/s.test(name) ? name.slice(1, -1).trim() : name;
  return clip(bare, mailLimits.displayNameLength);
}
