import { domainToASCII } from 'node:url';
import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { clip } from '../../platform/mime/clip-text.ts';
import { withoutHidden } from '../../platform/mime/hidden-characters.ts';

/** What the fields below take the place of. */
export const AUTHOR_FIELDS = ['from', 'reply-to', 'sender', 'x-original-from'];
/** Of an earlier list: a member who presses them would unsubscribe the group. */
export const UNSUBSCRIBE_FIELDS = ['list-unsubscribe', 'list-unsubscribe-post'];

const LONGEST_NAME = 200;
/** Of the author, so that the group behind it is seen. */
const LONGEST_AUTHOR = 80;
const MOST_REPLIES = 10;
/** A line of an encoded word, with its field's name in front, has less than 76 characters (RFC 2047). */
const WORD = 52;
const PLAIN = /^[A-Za-z0-9 .@_-]*$/;

/**
 * The fields of a copy that leaves in the group's own name, as others would refuse it in the author's: "Lan qua
 * sales@", with answers to the author.
 */
export function authorFields(author: MailAddress, replyTo: MailAddress[], group: string): string {
  const [local = '', domain = ''] = group.split('@');
  const whole =
    readable(author.name) || readable(author.email.slice(0, Math.max(author.email.lastIndexOf('@'), 0)));
  const name = clip(whole, LONGEST_AUTHOR).trim();
  const from = { name: `${name} qua ${local}@`.trim(), email: `${local}@${domain}` };
  const own = isValidAddress(author.email) ? [author] : [];
  const replies = replyTo.filter(({ email }) => isValidAddress(email)).slice(0, MOST_REPLIES);
  return [
    field('From', [from]),
    field('Reply-To', replies.length > 0 ? replies : own),
    field('X-Original-From', own),
  ].join('');
}

function field(name: string, addresses: MailAddress[]): string {
  if (addresses.length === 0) return '';
  return `${name}: ${addresses.map(written).join(',\r\n ')}\r\n`;
}

function written({ name, email }: MailAddress): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const address = `${email.slice(0, at)}@${domainToASCII(domain) || domain}`;
  const shown = readable(name);
  return shown === '' ? `<${address}>` : `${encoded(shown)}\r\n <${address}>`;
}

/** One line that shows what it is: without control characters and those that turn the direction of writing. */
function readable(text: string): string {
  const line = withoutHidden(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ')).text.trim();
  return clip(line, LONGEST_NAME).trim();
}

/** Always encoded but for the plainest: some programs decode what looks encoded in quotes. */
function encoded(text: string): string {
  if (PLAIN.test(text) && text.length <= WORD) return `"${text}"`;
  return encodeWord(text, 'B', WORD).replaceAll('?= =?', '?=\r\n =?');
}
