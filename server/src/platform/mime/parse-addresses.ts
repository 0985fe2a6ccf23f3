import { clip } from './clip-text.ts';
import { decodeHeaderBytes, decodeWords, encodedWordEnd } from './decode-words.ts';
import { type Visible, withoutHidden } from './hidden-characters.ts';
import { mailLimits } from './mail-limits.ts';
import type { MailAddress } from './parsed-mail.ts';

/**
 * Placeholder for a message without named recipients: it is no one's address. The text must not begin with
 * blanks: an expression that allows blanks in two places costs the square of a long run of them.
 */
const NOBODY = /^[<"']?\s*(undisclosed|unlisted)[-_\s]?recipients?\b[^@]*$/i;

export type ReadAddress = MailAddress & {
  /** Hidden characters were removed. */
  hidden: boolean;
  /** It is in quotes, where a display name belongs. */
  quoted: boolean;
};

/**
 * Parses an address list: groups are flattened, and a comment serves as the name when there is none. An entry
 * without an address has an empty `email`.
 */
export function parseAddresses(header: string, fallbackCharset: string | null): MailAddress[] {
  return readAddresses(header, fallbackCharset).map(({ name, email }) => ({ name, email }));
}

/** Like `parseAddresses`, and also reports what was removed. */
export function readAddresses(header: string, fallbackCharset: string | null): ReadAddress[] {
  const text = decodeHeaderBytes(header, fallbackCharset);
  if (NOBODY.test(text.trimStart())) return [];
  const found: ReadAddress[] = [];
  let words: string[] = [];
  let comments: string[] = [];
  let angle: string | null = null;
  let wordsBeforeAngle = 0;
  const noMore = { '"': false, ')': false, '>': false };
  const finish = () => {
    found.push(...toAddresses(words, comments, angle));
    words = [];
    comments = [];
    angle = null;
  };
  // A comma is missing: the words after the address in brackets begin the next one.
  const finishBeforeNext = () => {
    if (angle === null || angle.trim() === '') return;
    const next = words.splice(wordsBeforeAngle);
    finish();
    words = next;
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
      else {
        finishBeforeNext();
        angle = text.slice(at + 1, end);
        wordsBeforeAngle = words.length;
      }
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
      const wordEnd = endOfWord(text, at, noMore);
      const word = text.slice(at, wordEnd);
      if (word.includes('@')) finishBeforeNext();
      words.push(word);
      at = wordEnd;
      continue;
    }
    at += 1;
  }
  finish();
  return found.slice(0, mailLimits.addresses);
}

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

/** At least one character, so that an unmatched delimiter counts as part of a word: a run of them is one. */
function endOfWord(text: string, at: number, noMore: { ')': boolean; '>': boolean }): number {
  const ends = ` \t\r\n,;:"${noMore['>'] ? '' : '<'}${noMore[')'] ? '' : '('}`;
  let end = at + 1;
  while (end < text.length && !ends.includes(text[end] ?? '')) end += 1;
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

/** One address, or several adjacent ones without a comma. */
function toAddresses(words: string[], comments: string[], angle: string | null): ReadAddress[] {
  if (angle !== null && angle.trim() !== '') return toAddress(words, comments, angle);
  if (!words.some(isPlainAddress)) words = joinAroundAt(words);
  const last = words.findLastIndex(isPlainAddress);
  const several: ReadAddress[] = [];
  let begin = 0;
  for (let at = 0; at < last && several.length < mailLimits.addresses; at += 1) {
    if (!isPlainAddress(words[at] ?? '')) continue;
    several.push(...toAddress(words.slice(begin, at + 1), [], null));
    begin = at + 1;
  }
  return [...several, ...toAddress(words.slice(begin), comments, angle)];
}

/**
 * Blanks and comments are allowed on both sides of the `@` (RFC 5322, 3.4.1); `"a b"@c.vn` is read without
 * its quotes.
 */
function joinAroundAt(words: string[]): string[] {
  const joined: string[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && areTwoHalves(before, word)) joined[joined.length - 1] = before + word;
    else joined.push(word);
  }
  return joined;
}

/** An address has one `@`: the joined text stays short, however many a header has. */
function areTwoHalves(before: string, word: string): boolean {
  return (
    [before, word].every(canBeOfAddress) &&
    (before.endsWith('@') || word.startsWith('@')) &&
    /^[^@]*@[^@]*$/.test(before + word)
  );
}

function canBeOfAddress(word: string): boolean {
  return word.length <= mailLimits.addressLength && !word.startsWith('"') && !word.startsWith('=?');
}

function isPlainAddress(word: string): boolean {
  return /^[^"=@][^@]*@./.test(word);
}

function toAddress(words: string[], comments: string[], angle: string | null): ReadAddress[] {
  if (words.length === 0 && angle === null) return [];
  let email = angle === null ? null : cleanEmail(angle);
  let quoted = false;
  const rest = [...words];
  if (email === null || email.text === '') {
    const at = rest.findLastIndex((word) => word.includes('@'));
    quoted = rest[at]?.startsWith('"') ?? false;
    if (at >= 0) email = quotedLocalPart(rest, at);
    else if (rest.length === 1 && !(rest[0] ?? '').startsWith('"') && !(rest[0] ?? '').startsWith('=?')) {
      email = cleanEmail(rest[0] ?? '');
      rest.length = 0;
    }
  }
  const phrase = rest.length > 0 ? rest : comments;
  const name = displayName(phrase.map((word) => (word.startsWith('"') ? word.slice(1) : word)).join(' '));
  const valid = email !== null && email.text.length <= mailLimits.addressLength ? email.text : '';
  if (name.text === '' && valid === '') return [];
  return [
    {
      name: name.text === valid ? '' : name.text,
      email: valid,
      hidden: name.hidden || (email?.hidden ?? false),
      quoted,
    },
  ];
}

/** Takes the address out of the words; `"a b"@c.vn` is two words. */
function quotedLocalPart(words: string[], at: number): Visible {
  const [word] = words.splice(at, 1);
  const before = words[at - 1];
  if (word?.startsWith('@') && before !== undefined) {
    words.splice(at - 1, 1);
    return cleanEmail(before.startsWith('"') ? `${before}"${word}` : before + word);
  }
  return cleanEmail(word?.startsWith('"') ? word.slice(1) : (word ?? ''));
}

function cleanEmail(text: string): Visible {
  const bounded = withoutHidden(text.slice(0, 2_000).trim());
  const strip = bounded.text.startsWith('"') ? /[\p{Cc}<>]+/gu : /[\s\p{Cc}<>]+/gu;
  const trimmed = withoutComments(bounded.text).replace(strip, '');
  // The source route of RFC 822 (<@relay.vn:a@b.vn>) is obsolete.
  const routed = trimmed.startsWith('@') ? trimmed.slice(trimmed.indexOf(':') + 1) : trimmed;
  return { text: withPlainDomain(routed.replace(/^mailto:/i, '')), hidden: bounded.hidden };
}

/** Removes comments in parentheses outside of quotes; an unclosed one stays part of its text. */
function withoutComments(text: string): string {
  const kept: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '"' && text[at] !== '(') continue;
    const end = text[at] === '"' ? closingQuote(text, at) : closingBracket(text, at);
    if (end < 0) break;
    if (text[at] === '(') {
      kept.push(text.slice(copied, at));
      copied = end + 1;
    }
    at = end;
  }
  return kept.join('') + text.slice(copied);
}

/** A domain in full-width letters, or with the full stop of another script, is the same domain. */
function withPlainDomain(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return email;
  return (
    email.slice(0, at + 1) +
    email
      .slice(at + 1)
      .normalize('NFKC')
      .replaceAll('\u3002', '.')
  );
}

function displayName(text: string): Visible {
  const { text: visible, hidden } = withoutHidden(decodeWords(text));
  const name = visible.replace(/[\s\p{Cc}\u2800]+/gu, ' ').trim();
  const bare = name.length > 1 && /^(['"]).*\1$/s.test(name) ? name.slice(1, -1).trim() : name;
  return { text: clip(bare, mailLimits.displayNameLength), hidden };
}
