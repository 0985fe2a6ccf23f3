import { mailLimits } from './mail-limits.ts';
import { type HeaderField, headerValue, headerValues, splitHeaders } from './split-headers.ts';

/**
 * An address as IMAP gives it (RFC 9051, 7.5.2). A group begins with an entry that has only `mailbox`, its
 * name, and ends with an empty entry. Strings hold one character per byte; encoded words stay as in the
 * source.
 */
export type EnvelopeAddress = {
  name: string | null;
  /** The source route of RFC 822. */
  adl: string | null;
  mailbox: string | null;
  host: string | null;
};

/** The IMAP envelope: the header fields that a list shows. Lists without an address are null. */
export type Envelope = {
  date: string | null;
  subject: string | null;
  from: EnvelopeAddress[] | null;
  sender: EnvelopeAddress[] | null;
  replyTo: EnvelopeAddress[] | null;
  to: EnvelopeAddress[] | null;
  cc: EnvelopeAddress[] | null;
  bcc: EnvelopeAddress[] | null;
  inReplyTo: string | null;
  messageId: string | null;
};

/** The envelope of a message from its header, or from a selection of its fields. */
export function readEnvelope(header: Buffer): Envelope {
  return envelopeOf(splitHeaders(header, 0, header.length).fields);
}

export function envelopeOf(fields: HeaderField[]): Envelope {
  const text = (name: string) => headerValue(fields, name)?.replaceAll('\0', '') ?? null;
  const addresses = (name: string) => {
    const list = readEnvelopeAddresses(headerValues(fields, name).join(','));
    return list.length === 0 ? null : list;
  };
  const from = addresses('from');
  return {
    date: text('date'),
    subject: text('subject'),
    from,
    // Defaults to the author when absent (RFC 9051, 7.5.2).
    sender: addresses('sender') ?? from,
    replyTo: addresses('reply-to') ?? from,
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    inReplyTo: text('in-reply-to'),
    messageId: text('message-id'),
  };
}

type Token = { kind: 'word' | 'quoted' | 'comment' | 'sign'; text: string };

const SIGNS = '<>,;:@';
const GROUP_END: EnvelopeAddress = { name: null, adl: null, mailbox: null, host: null };

/** Parses an address list leniently, however broken; linear in its length. */
function readEnvelopeAddresses(header: string): EnvelopeAddress[] {
  const found: EnvelopeAddress[] = [];
  let phrase: Token[] = [];
  let comment: string | null = null;
  let angle: Token[] | null = null;
  let inAngle = false;
  let inGroup = false;

  function finish(): void {
    const address = toAddress(phrase, comment, angle);
    if (address !== null && isSomething(address)) found.push(address);
    phrase = [];
    comment = null;
    angle = null;
    inAngle = false;
  }

  for (const token of tokensOf(header.replaceAll('\0', ''))) {
    if (found.length >= mailLimits.addresses) break;
    const sign = token.kind === 'sign' ? token.text : '';
    if (token.kind === 'comment') comment = token.text;
    else if (sign === '<') {
      if (angle !== null) finish();
      angle = [];
      inAngle = true;
    } else if (sign === '>') inAngle = false;
    else if (inAngle && angle !== null && (sign !== ',' || isRoute(angle))) angle.push(token);
    else if (sign === ',') finish();
    else if (sign === ';') {
      finish();
      if (inGroup) found.push(GROUP_END);
      inGroup = false;
    } else if (sign === ':' && angle === null && !inGroup && !phrase.some(isAt)) {
      found.push({ ...GROUP_END, mailbox: phraseText(phrase) });
      phrase = [];
      comment = null;
      inGroup = true;
    } else if (angle === null) phrase.push(token);
    else if (token.kind !== 'sign') {
      // A comma is missing.
      finish();
      phrase.push(token);
    }
  }
  finish();
  if (inGroup) found.push(GROUP_END);
  return found;
}

function isSomething({ name, adl, mailbox, host }: EnvelopeAddress): boolean {
  return [name, adl, mailbox, host].some((text) => text !== null && text !== '');
}

function isAt({ kind, text }: Token): boolean {
  return kind === 'sign' && text === '@';
}

/** `@relay.vn,@other.vn:` before an address. */
function isRoute(angle: Token[]): boolean {
  const [first] = angle;
  return (
    first !== undefined && isAt(first) && !angle.some(({ kind, text }) => kind === 'sign' && text === ':')
  );
}

function toAddress(phrase: Token[], comment: string | null, angle: Token[] | null): EnvelopeAddress | null {
  if (angle === null) return phrase.length === 0 ? null : bareAddress(phrase, comment);
  const colon = angle.findIndex(({ kind, text }) => kind === 'sign' && text === ':');
  const routed = colon >= 0 && angle[0] !== undefined && isAt(angle[0]);
  const adl = routed ? joined(angle.slice(0, colon)) : null;
  const name = phrase.length > 0 ? phraseText(phrase) : comment;
  return { name, adl, ...splitAt(routed ? angle.slice(colon + 1) : angle) };
}

/** An address without brackets: the words before its local part are a name, and so is a comment. */
function bareAddress(phrase: Token[], comment: string | null): EnvelopeAddress {
  const at = phrase.findLastIndex(isAt);
  if (at < 0) return { name: comment, adl: null, mailbox: phraseText(phrase), host: '' };
  let begin = Math.max(0, at - 1);
  while (begin > 0 && belongTogether(phrase[begin - 1], phrase[begin])) begin -= 1;
  const name = phraseText(phrase.slice(0, begin));
  return { name: name === '' ? comment : name, adl: null, ...splitAt(phrase.slice(begin)) };
}

function belongTogether(one: Token | undefined, other: Token | undefined): boolean {
  return one !== undefined && other !== undefined && (one.text.endsWith('.') || other.text.startsWith('.'));
}

/** A host is never null: an address without one would mean the start of a group. */
function splitAt(tokens: Token[]): { mailbox: string; host: string } {
  const at = tokens.findLastIndex(isAt);
  if (at < 0) return { mailbox: joined(tokens), host: '' };
  return { mailbox: joined(tokens.slice(0, at)), host: joined(tokens.slice(at + 1)) };
}

function joined(tokens: Token[]): string {
  return tokens.map(({ text }) => text).join('');
}

function phraseText(tokens: Token[]): string {
  return tokens.map(({ text }) => text).join(' ');
}

function* tokensOf(header: string): Generator<Token> {
  const unclosed = { '"': false, '(': false, '[': false };
  let at = 0;
  while (at < header.length) {
    const character = header[at] ?? '';
    if (character === ' ' || character === '\t') {
      at += 1;
      continue;
    }
    if ((character === '"' || character === '(') && !unclosed[character]) {
      const end = character === '"' ? endOfQuote(header, at) : endOfComment(header, at);
      if (end > 0) {
        const text = header.slice(at + 1, end).replace(/\\(.)/gs, '$1');
        yield { kind: character === '"' ? 'quoted' : 'comment', text };
        at = end + 1;
        continue;
      }
      unclosed[character] = true;
    }
    if (SIGNS.includes(character)) {
      yield { kind: 'sign', text: character };
      at += 1;
      continue;
    }
    const end = character === '[' && !unclosed['['] ? header.indexOf(']', at) : endOfWord(header, at);
    if (end < 0) unclosed['['] = true;
    else {
      yield { kind: 'word', text: header.slice(at, character === '[' ? end + 1 : end) };
      at = character === '[' ? end + 1 : end;
    }
  }
}

/** At least one character, so that an unmatched delimiter counts as part of a word. */
function endOfWord(header: string, at: number): number {
  let end = at + 1;
  while (end < header.length && !' \t"(<>,;:@'.includes(header[end] ?? '')) end += 1;
  return end;
}

function endOfQuote(header: string, at: number): number {
  for (let end = at + 1; end < header.length; end += 1) {
    if (header[end] === '\\') end += 1;
    else if (header[end] === '"') return end;
  }
  return -1;
}

function endOfComment(header: string, at: number): number {
  let depth = 0;
  for (let end = at; end < header.length; end += 1) {
    if (header[end] === '\\') end += 1;
    else if (header[end] === '(') depth += 1;
    else if (header[end] === ')') {
      depth -= 1;
      if (depth === 0) return end;
    }
  }
  return -1;
}
