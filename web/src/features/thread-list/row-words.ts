import type { Sender } from '@bocau/contract/fields.ts';
import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { shortDate, shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { addressFirst, isDoubtful } from '../../parts/senders/sender-doubts.ts';

/** In lists of what one wrote oneself, the others are named. */
export function namesRecipients(folderPath: string): boolean {
  return roleOf(folderPath)?.own ?? false;
}

/** Whom a row names: each once, in the order of the thread. */
export function peopleOf(thread: Thread): Sender[] {
  const others = thread.participants.length > 0 ? thread.participants : [thread.from];
  const people = namesRecipients(thread.mailbox_name) ? thread.to : others;
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()];
}

/** Whose face a row has: the first who is not the user. */
export function facedOf(people: readonly Sender[], own: ReadonlySet<string>): Sender | undefined {
  return people.find(({ email }) => !own.has(email.toLowerCase())) ?? people[0];
}

/** One letter of somebody: of the given name, which is the last word of a Vietnamese name. */
export function letterOf(person: Sender | undefined): string {
  const name = person && (person.name.trim() || person.email);
  const word = person?.name.trim()
    ? name?.split(/\s+/).findLast((part) => /^[\p{L}\p{N}]/u.test(part))
    : name;
  return ([...(word ?? '')][0] ?? '?').toUpperCase();
}

/** The user is `me`; who sent without a name, or with a doubtful one, is named by the address. */
export function namesOf(people: readonly Sender[], own: ReadonlySet<string>, me: string): string {
  return people
    .map((person) => {
      if (isDoubtful(person)) return addressFirst(person);
      const { name, email } = person;
      return own.has(email.toLowerCase()) ? me : name.trim() || email;
    })
    .filter((words) => words !== '')
    .join(', ');
}

/** Of a planned message, which is sent at that time, on the clock of the user's own zone. */
export function timeOf({ mailbox_name, last_message_timestamp: at }: Thread, timeZone: string): string {
  return roleOf(mailbox_name)?.pending ? shortMoment(at, now(), timeZone) : shortDate(at, now());
}
