import { guestsOf, organiserOf, writePerson } from '../ical/guests.ts';
import { paramOf } from '../ical/part-values.ts';
import { readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import type { OwedMessage } from './owed-messages.ts';
import { partsByPlace } from './parts-of-object.ts';

const STATUS = 'SCHEDULE-STATUS';
/** RFC 6638, section 3.2.9: a message is pending, was sent, or could not be. */
const PENDING = '1.0';
export const SENT = '1.1';
export const UNSENT = '5.1';

/** The text of a program, saying of whom is to be told by these messages that it is pending. */
export function markPending(source: Buffer, messages: readonly OwedMessage[]): Buffer {
  const told = new Set(messages.flatMap(({ to }) => to.map(({ email }) => email)));
  return told.size === 0
    ? source
    : withStatus(source, PENDING, ({ email, status }) => told.has(email) && status !== PENDING);
}

/** The text after its messages were sent; those of the web say nothing of it, and stay as they are. */
export function settleStatus(source: Buffer, status: string): Buffer {
  // Spares reading the many that no program has put. Long lines are folded anywhere.
  const unfolded = source.toString('latin1').replaceAll(/\r?\n[ \t]/g, '');
  if (!unfolded.includes(`${STATUS}=${PENDING}`)) return source;
  return withStatus(source, status, (person) => person.status === PENDING);
}

function withStatus(
  source: Buffer,
  status: string,
  isMeant: (person: { email: string; status: string | undefined }) => boolean,
): Buffer {
  const object = readObject(source);
  const edits = createSourceEdits(object);
  for (const { part } of partsByPlace(object).values()) {
    const organiser = organiserOf(part);
    for (const { email, line } of [...(organiser ? [organiser] : []), ...guestsOf(part)]) {
      if (!isMeant({ email, status: paramOf(line, STATUS) })) continue;
      edits.replace(line, writePerson(line, { [STATUS]: status }, object.lineBreak));
    }
  }
  return edits.apply();
}
