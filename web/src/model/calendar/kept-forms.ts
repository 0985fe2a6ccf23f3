import type { CalendarEvent, EventFields, Occurrence } from '@bocau/contract/calendar.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { ClaimTab, KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { ignoreFailure } from '../engine/offline-cache.ts';
import { unsentPrefix } from '../engine/unsent-keys.ts';
import type { CalendarOperation } from './calendar-noun.ts';
import { eventOf } from './plan-operations.ts';

/** What was typed into the form of an event and is not saved. */
export type KeptForm = {
  id: string;
  calendarId: string;
  fields: EventFields;
  /** Of an event that is there already: which one, and what the form began from. */
  edited: { occurrence: Occurrence; base: EventFields } | null;
};

/**
 * CL-358: the form of an event that was refused, to be offered again; null of what nobody typed, as times that were
 * dragged. Of an event that is gone it becomes a new one.
 */
export function formOfRefused(
  operation: CalendarOperation,
  { error, known }: { error: ApiError; known: CalendarEvent | null },
): KeptForm | null {
  const id = operation.id;
  if (operation.kind === 'create') {
    const { fields } = eventOf(operation, 0);
    return { id, calendarId: operation.calendarId, fields, edited: null };
  }
  // The form of an edit that others were before opens by itself.
  const isTyped = operation.kind === 'change' && operation.revision !== null;
  const [occurrence] = operation.away;
  if (!isTyped || error.code === 'event_changed' || !known || !occurrence) return null;
  const base = { ...known.fields, ...operation.back.fields };
  const fields = { ...base, ...operation.change.fields };
  const calendarId = operation.change.calendarId ?? known.calendar_id;
  return { id, calendarId, fields, edited: error.status === 404 ? null : { occurrence, base } };
}

type Deps = {
  storage: KeyValueStorage;
  clock: ModelClock;
  owner: string;
  tabId: string;
  claim?: ClaimTab | undefined;
  changed(): void;
};

const LOOK_EVERY_MS = 10_000;

/** CL-260: forms that are being filled in, stored on this device, and those that were left without a decision. */
export function createKeptForms({ storage, clock, owner, tabId, claim, changed }: Deps) {
  const open = new Map<string, KeptForm>();
  let left: readonly KeptForm[] = [];
  const putOff = new Set<string>();
  let isClosed = false;
  let reading: Promise<void> = Promise.resolve();
  const prefix = unsentPrefix(owner, 'event-forms');
  const keyOf = (id: string) => `${prefix}${tabId} ${id}`;
  // The lock of a page that is reloaded may outlive it for a moment.
  const looking = clock.every(LOOK_EVERY_MS, () => {
    if (claim) void restore();
  });

  function set(next: readonly KeptForm[]): void {
    left = next;
    changed();
  }

  const without = (id: string) => left.filter((one) => one.id !== id);

  async function take(key: string, id: string): Promise<void> {
    const form = (await storage.get(key)) as KeptForm | undefined;
    if (isClosed || !form || open.has(id) || putOff.has(id) || left.some((one) => one.id === id)) return;
    if (key !== keyOf(id)) {
      await storage.set(keyOf(id), form);
      await storage.remove(key);
    }
    set([...left, form]);
  }

  async function readLeft(): Promise<void> {
    for (const key of await storage.keys(prefix)) {
      const [tab = '', id = ''] = key.slice(prefix.length).split(' ');
      if (tab === tabId || !claim) await take(key, id);
      else await claim(tab, () => take(key, id));
    }
  }

  /** Finds what this tab, or a closed one, has left. */
  function restore(): Promise<void> {
    reading = reading.then(readLeft).catch(() => undefined);
    return reading;
  }

  return {
    /** Those that nobody has decided on, the oldest first. */
    keptForms: () => left,
    /** A form as it is now; it is being filled in until it is dropped or released. */
    keepForm(form: KeptForm): void {
      open.set(form.id, form);
      ignoreFailure(storage.set(keyOf(form.id), form));
      if (left.some(({ id }) => id === form.id)) set(without(form.id));
    },
    /** It was saved, or discarded. */
    dropForm(id: string): void {
      open.delete(id);
      ignoreFailure(storage.remove(keyOf(id)));
      if (left.some((one) => one.id === id)) set(without(id));
    },
    putOffForm(id: string): void {
      putOff.add(id);
      set(without(id));
    },
    /** It has left the screen without a decision. */
    releaseForm(id: string): void {
      const form = open.get(id);
      open.delete(id);
      if (form && !isClosed) set([...without(id), form]);
    },
    /** It was saved, and refused. */
    offerAgain(form: KeptForm): void {
      ignoreFailure(storage.set(keyOf(form.id), form));
      if (!isClosed) set([...without(form.id), form]);
    },
    restore,
    close(): void {
      isClosed = true;
      looking.stop();
    },
  };
}
