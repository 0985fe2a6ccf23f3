import type {
  CalendarEvent,
  EventFields,
  EventScope,
  Occurrence,
  StandingAnswer,
} from '@bocau/contract/calendar.ts';
import type { OperationKind } from '../engine/noun.ts';
import type { Span } from './occurrence-times.ts';

/** An event with those of its occurrences that are loaded. */
export type EventRow = { readonly id: string; readonly occurrences: readonly Occurrence[] };

export type EventChange = { calendarId?: string; fields: Partial<EventFields> };
export type NewEventFields = Partial<EventFields> & Pick<EventFields, 'title' | 'start' | 'end'>;

/** What an operation does to the screen: the occurrences that leave it, and those that take their place. */
type Shift = { id: string; away: readonly Occurrence[]; here: readonly Occurrence[] };

/** Where an event stands on the wall of the person, in their zone. */
export type Placed = { kind: Occurrence['kind']; span: Span; zone: string };

/**
 * What a user can do to events, as data. `back` holds what undoes it: the values that the event had before. What is
 * done to one occurrence and those that follow is undone by the server, which knows the series as it was.
 */
export type CalendarOperation =
  | (Shift & { kind: 'create'; calendarId: string; fields: NewEventFields })
  | (Shift & {
      kind: 'change';
      scope: EventScope;
      original: string;
      /** Null where the last one wins, as of times that were dragged. */
      revision: number | null;
      change: EventChange;
      back: EventChange;
    })
  /** Of what happens once and is only moved: the rest of the event need not be known for it. */
  | (Shift & { kind: 'move'; to: Placed; back: Placed })
  /** `back`: null where the server puts it back: of those that follow, and for guests. */
  | (Shift & { kind: 'drop'; scope: 'one' | 'following'; original: string; back: EventChange | null })
  /** `before`: null where nobody asks for one. `insteadOf`: of an undo, which takes back this answer and no later one. */
  | (Shift & {
      kind: 'answer';
      original: string;
      answer: StandingAnswer;
      before: StandingAnswer | null;
      insteadOf?: StandingAnswer;
    })
  | (Shift & { kind: 'trash' })
  | (Shift & { kind: 'restore' })
  /** Undoes a change of one occurrence and those that follow: the series goes on, and what was made of them goes. */
  | (Shift & { kind: 'rejoin' });

/** The types of events for the engine. */
export type CalendarEvents = {
  row: EventRow;
  detail: CalendarEvent;
  operation: CalendarOperation;
  /** Of a change the id of the event that has the change: what follows an occurrence becomes another one. */
  answer: { id: string };
  lists: object;
  counts: { events: number };
};

export type EventsKind<O extends CalendarOperation> = OperationKind<CalendarEvents, O>;

/** Of an event of which an own operation is on its way: the number is not known, and an edit names none. */
export const UNSENT_REVISION = -1;

/** The engine knows lists of rows; all that is loaded is one of them. */
export const EVENTS = 'events';

/** Equal for the same occurrence, wherever it is loaded. */
export function keyOf({ event_id, original }: Pick<Occurrence, 'event_id' | 'original'>): string {
  return `${event_id} ${original}`;
}
