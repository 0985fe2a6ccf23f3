import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Say } from '../../i18n/say.ts';
import { shortName } from '../../parts/addresses/short-name.ts';
import { doubtWords } from '../../parts/senders/sender-doubts.ts';

/** How many recipients the line under the sender names. */
const NAMED = 7;

export type Recipients = { names: string[]; more: number };

/** Whom a message went to, in short: the first seven by name, the others counted. */
export function recipientsOf(
  message: Pick<Message, 'to' | 'cc' | 'bcc'>,
  own: ReadonlySet<string>,
  me: string,
): Recipients {
  const all = [...message.to, ...message.cc, ...message.bcc];
  const names = all
    .slice(0, NAMED)
    .map((address) => (own.has(address.email.toLowerCase()) ? me : shortName(address)));
  return { names, more: Math.max(0, all.length - NAMED) };
}

export function fullName({ name, email }: MailAddress): string {
  return name.trim() === '' || name === email ? email : `${name} <${email}>`;
}

/** Every address that From names, the shown one first. */
export function addressesOf({ email, others = [] }: Sender): string {
  return [email, ...others.map((other) => other.email)].filter((each) => each !== '').join(', ');
}

/** A sender as it is written out: with the other addresses of From, and what is doubtful about it. */
export function fullSender(t: Say, sender: Sender): string {
  const told = [sender, ...(sender.others ?? [])].map(fullName).filter((each) => each !== '');
  const doubts = doubtWords(t, sender);
  const who = told.join(', ') || t('threadDetail.message.nobody');
  return doubts === '' ? who : `${who} (${doubts})`;
}
