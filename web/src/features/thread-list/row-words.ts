import type { Sender } from '@bocau/contract/fields.ts';
import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { shortDate, shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { addressFirst, isDoubtful } from '../../parts/senders/sender-doubts.ts';

/** Whether rows name the recipients, as in lists of the user's own messages. */
export function namesRecipients(folderPath: string): boolean {
  return roleOf(folderPath)?.own ?? false;
}

/** The people that a row names: each once, in the order of the thread. */
export function peopleOf(thread: Thread): Sender[] {
  const others = thread.participants.length > 0 ? thread.participants : [thread.from];
  const people = namesRecipients(thread.mailbox_name) ? thread.to : others;
  return [...new Map(people.map((person) => [person.email.toLowerCase(), person])).values()];
}

/** The person whose face a row shows: the first who is not the user. */
export function facedOf(people: readonly Sender[], own: ReadonlySet<string>): Sender | undefined {
  return people.find(({ email }) => !own.has(email.toLowerCase())) ?? people[0];
}

/** A person's initial: of the given name, which is the last word of a Vietnamese name. */
export function letterOf(person: Sender | undefined): string {
  const name = person && (person.name.trim() || person.email);
  const word = person?.name.trim()
    ? name?.split(/\s+/).findLast((part) => /^[\p{L}\p{N}]/u.test(part))
    : name;
  return ([...(word ?? '')][0] ?? '?').toUpperCase();
}

/** The user is `me`; senders without a name, or with a doubtful one, appear by their address. */
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

/** The time of a row; for a planned message, when it is sent, in the user's own zone. */
export function timeOf({ mailbox_name, last_message_timestamp: at }: Thread, timeZone: string): string {
  return roleOf(mailbox_name)?.pending ? shortMoment(at, now(), timeZone) : shortDate(at, now());
}
