import type { Occurrence, TimeProposal } from '@bocau/contract/calendar.ts';
import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { say, spoken } from '../../i18n/i18n.ts';
import { momentsOf, spanOf } from '../../model/calendar/occurrence-times.ts';
import { planEdit } from '../../model/calendar/plan-operations.ts';
import { focusWish } from '../../parts/calendar/focus-wish.ts';
import { readRoomsLostTo } from '../../parts/events/lost-rooms.ts';
import { timesHere } from '../../parts/events/proposed-times.ts';
import type { RoomTimes } from '../../parts/events/room-words.ts';
import { beginActOn } from './begin-calendar-act.ts';
import { knownEdited, readEdited } from './calendar-acts.ts';
import { spanWords, titleOf } from './calendar-words.ts';
import type { CalendarScreenState } from './use-calendar-screen.ts';

type Screen = Pick<CalendarScreenState, 'target' | 'ask'>;

/**
 * CL-191: moves the event to a time that a guest has proposed, as if it was dragged there: it can be undone. It asks
 * first where a room of the event will decline that time.
 */
export async function acceptProposal(
  api: ApiClient,
  { target: { model, zone }, ask }: Screen,
  occurrence: Occurrence,
  proposal: Pick<TimeProposal, 'original' | 'start' | 'end'>,
): Promise<void> {
  // Its proposals are shown: it is known, and whoever leaves the page at once has accepted all the same.
  const edited = knownEdited(model, occurrence) ?? (await readEdited(model, occurrence));
  if (!edited) return;
  const { original, start, end } = proposal;
  // A proposal for all of a series names the times of its first one.
  const isAll = original === '';
  const meant = isAll ? { ...edited, event: edited.series } : edited;
  const { fields } = meant.event;
  const asksRooms = (fields.rooms ?? []).length > 0;
  const lost = asksRooms ? await readRoomsLostTo(api, proposal, { id: occurrence.event_id, fields }) : [];
  const isSeries = isAll && fields.rule !== null;
  const times = { zone, startDay: timesHere(proposal, zone).start.day, isSeries };
  if (lost.length > 0 && !(await askToLose(ask, lost, times)))
    return focusWish.set({ go: 'on', one: occurrence });
  const scope = isAll ? 'all' : 'one';
  const operation = planEdit(meant, { scope, revision: null, fields: { start, end } });
  const moved = momentsOf({ start, end });
  const when = spanWords(spoken.get(), spanOf(moved, zone), moved.kind);
  const words = say('calendar.done.moved', { title: titleOf(spoken.get(), occurrence.title), when });
  beginActOn(occurrence, { model, operation, words, isTold: () => true, way: null, asksRooms });
}

function askToLose(ask: Screen['ask'], rooms: readonly BookableRoom[], times: RoomTimes): Promise<boolean> {
  return new Promise((resolve) => {
    ask({
      ...{ kind: 'lostRooms', rooms, times },
      decide(isMoved) {
        ask(null);
        resolve(isMoved);
      },
    });
  });
}
