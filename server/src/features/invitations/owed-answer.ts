import { INVITATION_ANSWERS, type Invitation } from '@bocau/contract/invitations.ts';
import { guestsOf } from '../../calendar/ical/guests.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import type { WholeObject } from '../../calendar/objects/objects.store.ts';
import { readOwed } from '../../calendar/scheduling/owed.store.ts';
import { partsByPlace } from '../../calendar/scheduling/parts-of-object.ts';
import { sequenceOf } from '../../calendar/scheduling/versions.ts';
import type { ReadDb } from '../../tables.ts';
import { placeOf } from './event-times.ts';
import type { ReadCalendar } from './read-calendar.ts';

/** CL-391: what was answered to this version in the calendar, and its organiser is still to be told. */
export async function owedAnswer(
  db: ReadDb,
  mailboxId: number,
  { kept, own }: { kept: WholeObject; own: ReadonlySet<string> },
  { mark, occurrence }: ReadCalendar,
): Promise<Invitation['answered']> {
  const owed = await readOwed(db, mailboxId, kept.id);
  if (!owed) return null;
  const one = partsByPlace(readObject(kept.source)).get(occurrence ? placeOf(occurrence) : '');
  if (!one || sequenceOf(one.part) !== (mark?.sequence ?? 0)) return null;
  const me = guestsOf(one.part).find(({ address }) => own.has(address));
  const answer = INVITATION_ANSWERS.find((one) => one.toUpperCase() === me?.answer);
  return answer ? { answer, to_this: true, ...(owed.taken === null && { untold: true as const }) } : null;
}
