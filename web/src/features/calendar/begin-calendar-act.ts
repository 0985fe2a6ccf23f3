import type { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import { createStore } from '../../lib/store.ts';
import type { CalendarModel, CalendarModelEvent } from '../../model/calendar/calendar-model.ts';
import type { CalendarOperation } from '../../model/calendar/calendar-noun.ts';
import { announceAct } from '../../parts/acts/announce-act.ts';
import { notify } from '../../parts/notices/notify.ts';

export type RefusedEdit = Extract<CalendarOperation, { kind: 'change' }>;

/** CV-5: an edit that was refused because of another one; the form opens again with it. */
export const refusedEdit = createStore<RefusedEdit | null>(null);

/** Applies the act optimistically and synchronously; the notice, the key `z` and the history can undo it. */
export function beginCalendarAct(model: CalendarModel, operation: CalendarOperation, words: string): void {
  announceAct(model.act(operation), words);
}

/** Announces acts that were refused; they are already rolled back. */
export function announceCalendarEvent({ operation, error, undoing }: CalendarModelEvent): void {
  if (error.code === 'event_changed' && operation.kind === 'change' && !undoing) refusedEdit.set(operation);
  announceCalendarFailure(say(`calendar.refused.${undoing ? 'undo' : operation.kind}`), error);
}

export function announceCalendarFailure(words: string, error: ApiError): void {
  // The words of this code are of a message, which is in Drafts.
  const isOfGuests = error.code === 'sending_limit_reached';
  const why = isOfGuests ? say('calendar.refused.telling') : errorWords(say, error);
  notify({ text: `${words} ${why}`, tone: 'danger', seconds: 8 });
}
