import type { Occurrence } from '@bocau/contract/calendar.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { WordKey } from '../../i18n/say.ts';
import { createStore } from '../../lib/store.ts';
import type { CalendarModel, CalendarModelEvent } from '../../model/calendar/calendar-model.ts';
import type { CalendarOperation } from '../../model/calendar/calendar-noun.ts';
import { announceAct } from '../../parts/acts/announce-act.ts';
import { type FocusWish, focusWish } from '../../parts/calendar/focus-wish.ts';
import { dismiss, notices, notify } from '../../parts/notices/notify.ts';
import { tellRefusedRooms } from './tell-refused-rooms.ts';

export type RefusedEdit = Extract<CalendarOperation, { kind: 'change' }>;

/** CV-5: an edit that was refused because of another one; the form opens again with it. */
export const refusedEdit = createStore<RefusedEdit | null>(null);

/** Applies an act that others may be told of, optimistically and synchronously; its notice can undo it. */
export function beginCalendarAct(model: CalendarModel, operation: CalendarOperation, words: string): void {
  announceAct(model.act(operation), words, { isTold: () => true });
}

type Begun = {
  model: CalendarModel;
  operation: CalendarOperation;
  words: string;
  /** Who else will be told of it, where the notice says so. */
  tells?: string | undefined;
  /** Whether anybody else may be, as far as the event has been read when the notice goes. */
  isTold(): boolean;
  /** To where it is, if that is not shown. */
  way: { label: string; run(): void } | null;
  /** It asks for rooms, which answer when it is written. */
  asksRooms?: boolean;
};

/** CV-12: the same of an event in a view: the focus follows it, also when the act is undone. */
export function beginActOn(
  one: Occurrence,
  { model, operation, words, tells, isTold, way, asksRooms = false }: Begun,
): void {
  const act = model.act(operation);
  let isUndone = false;
  let ofRooms: number | null = null;
  const isMade = operation.kind === 'create';
  focusWish.set(wishAfter(one, operation));
  announceAct(
    {
      settled: act.settled,
      undo() {
        isUndone = true;
        if (ofRooms !== null) dismiss(ofRooms);
        const undoing = act.undo();
        if (!isMade && asksRooms)
          void act.undone().then((isBack) => (isBack ? tellRefusedRooms(model, one, null) : null));
        focusWish.set({ go: isMade ? 'rest' : 'on', one });
        return undoing;
      },
    },
    words,
    { action: way ?? undefined, tells, isTold },
  );
  if (operation.kind === 'trash' || !asksRooms) return;
  // That of the act: the newest is the last.
  const { id: notice, undo } = notices.get().at(-1) ?? {};
  if (notice === undefined || !undo) return;
  void act.settled.then(async (isDone) => {
    if (isDone) ofRooms = await tellRefusedRooms(model, one, { notice, undo, isUndone: () => isUndone });
  });
}

function wishAfter(one: Occurrence, { here }: CalendarOperation): FocusWish {
  const after = here.find(({ event_id, original }) => event_id === one.event_id && original === one.original);
  return after ? { go: 'on', one: after } : { go: 'beside', one };
}

/** Announces acts that were refused; they are already rolled back. */
export function announceCalendarEvent({ operation, error, undoing }: CalendarModelEvent): void {
  if (error.code === 'event_changed' && operation.kind === 'change' && !undoing) refusedEdit.set(operation);
  // Whose event it is was read when it was sent.
  if (error.code === 'forbidden' && operation.kind === 'move') announceInvited();
  else announceCalendarFailure(say(`calendar.refused.${undoing ? 'undo' : operation.kind}`), error);
}

export function announceInvited(): void {
  notify({ text: say('calendar.event.invited') });
}

/** Of refusals to tell guests; the usual words are of a message, which is in Drafts. */
const TELLING_REFUSED: { [Code in ApiError['code']]?: WordKey } = {
  sending_limit_reached: 'calendar.refused.telling',
  sending_disabled: 'calendar.refused.sendingOff',
};

export function announceCalendarFailure(words: string, error: ApiError): void {
  const telling = TELLING_REFUSED[error.code];
  const why = telling ? say(telling) : errorWords(say, error);
  notify({ text: `${words} ${why}`, tone: 'danger', seconds: 8 });
}
