import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Thread } from '@bocau/contract/threads.ts';

/** Lists of what one sent oneself, or means to: there the others are named. */
const BY_RECIPIENTS: readonly string[] = ['Sent', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period'];

export function namesRecipients(folderPath: string): boolean {
  return BY_RECIPIENTS.includes(folderPath);
}

/** Whom a row names: each once, in the order of the thread. */
export function peopleOf(thread: Thread): MailAddress[] {
  const others = thread.participants.length > 0 ? thread.participants : [thread.from];
  const people = namesRecipients(thread.mailbox_name) ? thread.to : others;
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()];
}

/** The user is `me`, who sent without a name is named by the address. */
export function namesOf(people: readonly MailAddress[], ownAddress: string, me: string): string {
  return people
    .map(({ name, email }) => (email.toLowerCase() === ownAddress.toLowerCase() ? me : name.trim() || email))
    .join(', ');
}
