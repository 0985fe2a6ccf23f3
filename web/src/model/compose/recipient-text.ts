import { isValidAddress } from '@bocau/contract/address.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { ComposeRecipient } from './compose-model.ts';

/** Longer pasted text is not a list of recipients. */
const LONGEST_PASTE = 200_000;
const UNDISCLOSED = /^undisclosed[- ]recipients\b/i;
/** The name of a group (RFC 5322): its members follow. */
const GROUP_NAME = /^[^@<>"]*:\s+/;

/**
 * Parses typed or pasted text into recipients. Comma, semicolon and line break separate them; a space does
 * too, unless it is within a name before `<address>` or within quotes.
 */
export function recipientsFromText(text: string): ComposeRecipient[] {
  return piecesOf(text.slice(0, LONGEST_PASTE))
    .flatMap(recipientsOfPiece)
    .filter(({ email }) => !isUndisclosed(email));
}

export function recipientOf({ name, email }: { name: string; email: string }): ComposeRecipient {
  const address = cleaned(email).slice(0, LIMITS.recipientLength);
  return {
    email: address,
    name: cleaned(name).slice(0, LIMITS.recipientLength),
    valid: isValidAddress(address),
    status: 'unknown',
  };
}

/** The recipient as text, for the input. */
export function textOfRecipient({ name, email }: ComposeRecipient): string {
  if (name === '' || name === email) return email;
  return `${/[,;:<>@"()]/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : name} <${email}>`;
}

/** Keeps the first of each address. */
export function withoutDuplicates(recipients: readonly ComposeRecipient[]): ComposeRecipient[] {
  const known = new Set<string>();
  return recipients.filter(({ email }) => {
    const key = email.toLowerCase();
    return !known.has(key) && known.add(key);
  });
}

export function isUndisclosed(email: string): boolean {
  return UNDISCLOSED.test(email);
}

/** Splits at the separators that always apply; quotes and angle brackets are kept together. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let piece = '';
  let within: '"' | '<' | null = null;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string;
    const ends = /[\r\n]/.test(letter) || (within === null && /[,;\t]/.test(letter));
    if (ends) {
      pieces.push(piece);
      piece = '';
      within = null;
      continue;
    }
    if (within === '"' && letter === '\\') {
      piece += letter + (text[++at] ?? '');
      continue;
    }
    if (within === '"') within = letter === '"' ? null : within;
    else if (within === '<') within = letter === '>' ? null : within;
    else if (letter === '<') within = '<';
    else if (letter === '"' && closes(text, at)) within = '"';
    piece += letter;
    // Whatever follows `<address>` is a new recipient, with any separator.
    if (letter === '>' && within === null) {
      pieces.push(piece);
      piece = '';
    }
  }
  pieces.push(piece);
  return pieces.map((one) => one.trim()).filter((one) => one !== '');
}

/** A quotation mark that is never closed counts as an ordinary character. */
function closes(text: string, at: number): boolean {
  for (let end = at + 1; end < text.length && !/[\r\n]/.test(text[end] as string); end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === '"') return true;
  }
  return false;
}

function recipientsOfPiece(piece: string): ComposeRecipient[] {
  if (UNDISCLOSED.test(piece)) return [];
  const members = piece.replace(GROUP_NAME, '');
  const bracketed = /^(.*?)<([^<>]*)>$/s.exec(members);
  if (bracketed) {
    const [, before = '', email = ''] = bracketed;
    if (email.trim() === '') return [];
    const { addresses, name } = parted(before.trim());
    return [
      ...addresses.map((address) => recipientOf({ name: '', email: address })),
      recipientOf({ name: unquoted(name), email: email.replace(/^mailto:/i, '') }),
    ];
  }
  if (members.startsWith('"')) return [recipientOf({ name: '', email: members })];
  // Without an address it is a name, which isn't torn into its words.
  if (!members.includes('@')) return [recipientOf({ name: '', email: members })];
  return members
    .split(/\s+/)
    .map((word) => word.replace(/^mailto:/i, ''))
    .filter((word) => word !== '')
    .map((email) => recipientOf({ name: '', email }));
}

/** Complete addresses before a name are separate recipients: `a@b.vn c@d.vn Lan Anh <e@f.vn>`. */
function parted(before: string): { addresses: string[]; name: string } {
  const words = before.split(/\s+/);
  const addresses: string[] = [];
  while (words.length > 1 && isValidAddress(words[0] as string)) addresses.push(words.shift() as string);
  return { addresses, name: words.join(' ') };
}

function unquoted(name: string): string {
  const quoted = /^"(.*)"$/s.exec(name) ?? /^'(.*)'$/s.exec(name);
  return (quoted?.[1] ?? name).replace(/\\(.)/g, '$1');
}

function cleaned(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not get into a header.
  return text.replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '').trim();
}
