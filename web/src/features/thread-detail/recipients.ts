import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Message } from '@bocau/contract/messages.ts';

/** How many recipients the line under the sender names. */
const NAMED = 7;

export type Recipients = { names: string[]; more: number };

/** Whom a message went to, in short: the first seven by name, the others counted. */
export function recipientsOf(
  message: Pick<Message, 'to' | 'cc' | 'bcc'>,
  own: string,
  me: string,
): Recipients {
  const all = [...message.to, ...message.cc, ...message.bcc];
  const names = all.slice(0, NAMED).map((address) => (isSame(address.email, own) ? me : shortName(address)));
  return { names, more: Math.max(0, all.length - NAMED) };
}

export function shortName({ name, email }: MailAddress): string {
  return name.trim() || (email.split('@')[0] ?? '') || email;
}

export function fullName({ name, email }: MailAddress): string {
  return name.trim() === '' || name === email ? email : `${name} <${email}>`;
}

function isSame(email: string, other: string): boolean {
  return email.toLowerCase() === other.toLowerCase();
}
