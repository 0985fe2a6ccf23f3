import type { Calendar, CalendarEvent, DefaultReminders, Occurrence } from '@bocau/contract/calendar.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { Birthday } from '@bocau/contract/contacts.ts';
import type { FoundEvents } from './calendar-finding.ts';
import type { CalendarOperation } from './calendar-noun.ts';
import type { TrashView } from './calendar-trash.ts';
import type { KeptForm } from './kept-forms.ts';

/** Days, both included, by the clock of a zone. */
export type DayRange = { from: string; to: string; zone: string };

/** What happens within a range, pending operations applied. The same object until something in it changes. */
export type RangeView = {
  loading: 'loading' | 'ready' | 'failed';
  occurrences: readonly Occurrence[];
  /** False where there is more than fits into an answer of the server. */
  isComplete: boolean;
  error: ApiError | null;
};

export type EventView = {
  loading: 'loading' | 'ready' | 'failed';
  event: CalendarEvent | null;
  error: ApiError | null;
};

/** An operation that has begun: the screen has changed already. */
export type CalendarAct = {
  readonly id: number;
  readonly operation: CalendarOperation;
  /** Undoes it, on the screen within this very call; false when there is nothing to undo. */
  undo(): Promise<boolean>;
  /** Settles when the server has answered the undo that has begun: false where none has, or it was refused. */
  undone(): Promise<boolean>;
  /**
   * Settles when the server has answered: true when done, false when refused or undone before it was sent.
   */
  readonly settled: Promise<boolean>;
};

/** `undoing`: its undo was refused. */
export type CalendarModelEvent = {
  kind: 'refused';
  operation: CalendarOperation;
  error: ApiError;
  undoing: boolean;
};

export type CalendarLook = { name: string; color: string; reminders?: DefaultReminders };

/** The calendars as the browser knows them, without React. Built like ContactsModel, on the same engine. */
export type CalendarModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: CalendarModelEvent) => void): () => void;

  view(range: DayRange): RangeView;
  /** Loads what happens within the range if needed, and keeps it up to date until released. */
  hold(range: DayRange): () => void;
  refresh(range: DayRange): Promise<void>;
  /** All occurrences of an event that are loaded, as they are shown. */
  occurrencesOf(id: string): readonly Occurrence[];

  /** An event, or one occurrence of it; empty `original` for the event itself. */
  event(id: string, original: string): EventView;
  holdEvent(id: string, original: string): () => void;
  /** As the server has it now; what was last seen of it where there is no connection. */
  readEvent(id: string, original: string): Promise<CalendarEvent>;

  /** The one of new events first, those that others share last; null until they are known. */
  calendars(): readonly Calendar[] | null;
  /** Of contacts; none until they were read. */
  birthdays(): readonly Birthday[];
  readBirthdays(): Promise<void>;
  /** Events with all of the words; not cached. */
  search(words: string): Promise<FoundEvents>;
  trash(): TrashView;
  /** Loads the trash, and keeps it up to date until released. */
  holdTrash(): () => void;
  /** Reads it again after a refusal. */
  refreshTrash(): void;
  /** For good; without ids all of it. */
  deleteTrashed(ids?: string[]): Promise<void>;
  createCalendar(look: CalendarLook): Promise<Calendar>;
  changeCalendar(id: string, look: Partial<CalendarLook>): Promise<void>;
  deleteCalendar(id: string): Promise<void>;
  /** For the owner of a domain: everybody of it reads the calendar. */
  shareWithCompany(id: string, shared: boolean): Promise<void>;
  /** One that somebody else shares. */
  leaveCalendar(id: string): Promise<void>;

  /**
   * Optimistic: the screen changes within this very call; the server gets it at once, or when the connection
   * is back.
   */
  act(operation: CalendarOperation): CalendarAct;

  /** What was typed into forms that were left without saving or discarding it, here or in a tab that is closed. */
  keptForms(): readonly KeptForm[];
  /** Stores what is typed into a form, over a reload too, until it is dropped. */
  keepForm(form: KeptForm): void;
  dropForm(id: string): void;
  /** CL-369: it is kept, and not offered again before the page is loaded anew. */
  putOffForm(id: string): void;
  /** The form is not on the screen any more, and nothing was decided. */
  releaseForm(id: string): void;

  /** Sends what an earlier page has left unsent; rejects when the server can't be reached. */
  start(): Promise<void>;
  /** The server has announced a change. */
  changed(): void;
  /** Settles when the screen shows what the server has done. */
  show(): Promise<void>;
  /** The connection is back. */
  connected(): void;
  /** The session has ended: nothing is sent any more, and what is begun is stored for the next one. */
  rest(): void;
  close(): void;
};
