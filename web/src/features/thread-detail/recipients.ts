import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { Say } from '../../i18n/say.ts';
import { shortName } from '../../parts/addresses/short-name.ts';
import { doubtWords } from '../../parts/senders/sender-doubts.ts';

/** The number of recipients named in the line under the sender. */
const NAMED = 7;

export type Recipients = { named: { person: MailAddress; name: string }[]; more: number };

/** The recipients in short: the first seven by name, the others counted. */
export function recipientsOf(
  message: Pick<Message, 'to' | 'cc' | 'bcc'>,
  own: ReadonlySet<string>,
  me: string,
): Recipients {
  const all = [...message.to, ...message.cc, ...message.bcc];
  const named = all.slice(0, NAMED).map((person) => ({
    person,
    name: own.has(person.email.toLowerCase()) ? me : shortName(person),
  }));
  return { named, more: Math.max(0, all.length - NAMED) };
}

export function fullName({ name, email }: MailAddress): string {
  return name.trim() === '' || name === email ? email : `${name} <${email}>`;
}

/** All addresses in From, the displayed one first. */
export function addressesOf({ email, others = [] }: Sender): string {
  return [email, ...others.map((other) => other.email)].filter((each) => each !== '').join(', ');
}

/** A sender in full: with the other addresses of From, and any doubts about it. */
export function fullSender(t: Say, sender: Sender): string {
  const told = [sender, ...(sender.others ?? [])].map(fullName).filter((each) => each !== '');
  const doubts = doubtWords(t, sender);
  const who = told.join(', ') || t('threadDetail.message.nobody');
  return doubts === '' ? who : `${who} (${doubts})`;
}
