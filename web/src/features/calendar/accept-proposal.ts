import type { Occurrence, TimeProposal } from '@bocau/contract/calendar.ts';
import { say, spoken } from '../../i18n/i18n.ts';
import { momentsOf, spanOf } from '../../model/calendar/occurrence-times.ts';
import { planEdit } from '../../model/calendar/plan-operations.ts';
import { beginActOn } from './begin-calendar-act.ts';
import { type CalendarTarget, readEdited } from './calendar-acts.ts';
import { spanWords, titleOf } from './calendar-words.ts';

/** CL-191: moves the event to a time that a guest has proposed, as if it was dragged there: it can be undone. */
export async function acceptProposal(
  { model, zone }: CalendarTarget,
  occurrence: Occurrence,
  { original, start, end }: Pick<TimeProposal, 'original' | 'start' | 'end'>,
): Promise<void> {
  const edited = await readEdited(model, occurrence);
  if (!edited) return;
  // A proposal for all of a series names the times of its first one.
  const isAll = original === '';
  const meant = isAll ? { ...edited, event: edited.series } : edited;
  const scope = isAll ? 'all' : 'one';
  const operation = planEdit(meant, { scope, revision: null, fields: { start, end } });
  const moved = momentsOf({ start, end });
  const when = spanWords(spoken.get(), spanOf(moved, zone), moved.kind);
  const words = say('calendar.done.moved', { title: titleOf(spoken.get(), occurrence.title), when });
  const asksRooms = (edited.event.fields.rooms ?? []).length > 0;
  beginActOn(occurrence, { model, operation, words, way: null, asksRooms });
}
