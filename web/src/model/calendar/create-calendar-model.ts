import type { ApiClient } from '@bocau/contract/client.ts';
import { createChangeSync } from '../engine/change-sync.ts';
import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import { createNotifier } from '../engine/notifier.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createOverlay, type Overlay } from '../engine/overlay.ts';
import { firstOf } from '../engine/pending-operation.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import { createCalendarBirthdays } from './calendar-birthdays.ts';
import { createCalendarDetails } from './calendar-details.ts';
import { createCalendarFinding } from './calendar-finding.ts';
import type { CalendarAct, CalendarModel, CalendarModelEvent } from './calendar-model.ts';
import { createCalendarMonths } from './calendar-months.ts';
import { type CalendarEvents, type CalendarOperation, EVENTS } from './calendar-noun.ts';
import { kindOfOperation, sendOperation } from './calendar-operations.ts';
import { createCalendarTrash } from './calendar-trash.ts';
import { createKeptForms, formOfRefused } from './kept-forms.ts';
import { type CalendarShell, createOfflineCalendar } from './offline-calendar.ts';
import { eventOf } from './plan-operations.ts';

type Options = {
  api: ApiClient;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Whose calendar it is: unsent operations are persisted under this name. */
  owner: string;
  tabId: string;
  claim?: ClaimTab | undefined;
};

/** Puts the parts together; see CalendarModel for what they do. */
export function createCalendarModel(options: Options): CalendarModel {
  const { api, clock, storage, online, owner, tabId, claim } = options;
  const notifier = createNotifier<CalendarModelEvent>();
  let seq: number | null = null;
  let shell: CalendarShell | null = null;
  let isClosed = false;
  let isResting = false;
  let starting: Promise<void> | null = null;

  const overlay: Overlay<CalendarEvents> = createOverlay<CalendarEvents>({
    kindOf: kindOfOperation,
    lists: () => shell,
    resolve: (id) => id,
    rowsOf: (id) => months.rowsOf(id),
    addImplied: () => undefined,
    count: () => ({ events: 1 }),
  });
  const shared = { api, clock, notifier, start, overlay: () => overlay };
  const months = createCalendarMonths({
    ...shared,
    async lastSeen(key) {
      await showLastSeen();
      return offline.month(key);
    },
  });
  const details = createCalendarDetails({
    ...shared,
    isChanging: (id) => queue.unanswered().some(({ operation }) => operation.id === id),
    unsent(id) {
      const waiting = queue.unanswered().map(({ operation }) => operation);
      const made = waiting.find((operation) => operation.kind === 'create' && operation.id === id);
      return made?.kind === 'create' ? eventOf(made, Math.floor(clock.now() / 1000)) : null;
    },
    async lastSeen(key) {
      await showLastSeen();
      return offline.event(key);
    },
  });
  const trash = createCalendarTrash({
    ...{ api, clock, notifier, start },
    isComingBack: (id) =>
      queue.unanswered().some(({ operation }) => operation.kind === 'restore' && operation.id === id),
  });
  const persisted = createPersistedOperations<CalendarEvents>({
    queue: (): OperationQueue<CalendarEvents> => queue,
    storage,
    clock,
    tabId,
    claim,
    name: 'calendar-acts',
  });
  const {
    restore: readForms,
    offerAgain,
    close: closeForms,
    ...forms
  } = createKeptForms({
    ...{ storage, clock, owner, tabId, claim },
    changed: () => notifier.batch(() => undefined),
  });
  const offline = createOfflineCalendar({
    ...{ storage, clock, owner },
    shell: () => shell,
    months: months.all,
    events: details.all,
  });
  const sync = createChangeSync<CalendarEvents>({
    clock,
    queue: (): OperationQueue<CalendarEvents> => queue,
    batch: notifier.batch,
    seq: () => (isClosed ? null : seq),
    async fetchChanges(since, apply) {
      const { data } = await api.getCalendarChanges({ query: { since: String(since) } });
      const isTouched = data.events.length > 0 || data.calendars === true;
      const [next, ...shows] = await Promise.all([
        data.calendars ? readShell() : shell,
        ...(isTouched ? [months.readHeld(), trash.readHeld()] : []),
      ]);
      apply(() => {
        seq = data.seq;
        shell = next;
        for (const show of shows) show();
        // Of what others share it is not said which events.
        details.markStale((id) => data.calendars === true || data.events.includes(id));
        overlay.reseed();
      });
    },
    async fetchEverything(apply) {
      const present = await api.getCalendarChanges({ query: {} });
      const [next, ...shows] = await Promise.all([readShell(), months.readHeld(), trash.readHeld()]);
      apply(() => {
        seq = present.data.seq;
        shell = next;
        for (const show of shows) show();
        details.markStale(() => true);
        overlay.reseed();
      });
    },
  });
  const queue: OperationQueue<CalendarEvents> = createOperationQueue<CalendarEvents>({
    kindOf: kindOfOperation,
    send: (operation) => sendOperation(api, operation),
    lists: () => shell,
    resolve: (id) => id,
    overlay,
    batch: notifier.batch,
    clock,
    isOnline: online.isOnline,
    changed: persisted.changed,
    refused(pending, error) {
      details.markStale((id) => id === pending.operation.id);
      const { operation } = firstOf(pending);
      const isUndo = pending.undoes !== null;
      const original = operation.kind === 'change' ? operation.original : '';
      const { event: known } = details.view(operation.id, original);
      const form = isUndo ? null : formOfRefused(operation, { error, known });
      if (form) offerAgain(form);
      notifier.emit({ kind: 'refused', operation, error, undoing: isUndo });
    },
    // Its journal entry may have been heard before the answer, while what was made here stood for it.
    confirmed({ operation }) {
      if (operation.kind === 'create') details.markStale((id) => id === operation.id);
    },
    sync: sync.sync,
  });
  notifier.onChanged(months.loadStale);
  notifier.onChanged(details.loadStale);
  notifier.onChanged(trash.loadStale);
  notifier.onChanged(offline.changed);
  const stopListening = online.onChange(() => {
    if (online.isOnline()) resume();
  });

  async function readShell(): Promise<CalendarShell> {
    const { data } = await api.listCalendars({});
    return { calendars: data };
  }

  void readForms();

  /** The journal's number is read first: everything read after it is at least as new. */
  function start(): Promise<void> {
    starting ??= (async () => {
      const present = await api.getCalendarChanges({ query: {} });
      const next = await readShell();
      seq = present.data.seq;
      notifier.batch(() => {
        shell = next;
      });
      if (!isClosed) await persisted.restore(owner);
      if (isClosed) return;
      if (!isResting) queue.resume();
      // Operations that began before the number was known may be answered by now.
      sync.resume();
    })().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  /** The calendars as cached on this device, with the operations that were begun since and not sent. */
  async function showLastSeen(): Promise<void> {
    const last = await offline.shell();
    if (!isClosed && !shell && last) {
      notifier.batch(() => {
        shell = last;
      });
    }
    await persisted.restore(owner);
  }

  function resume(): void {
    if (isClosed || isResting) return;
    months.resume();
    details.resume();
    trash.resume();
    queue.resume();
    sync.resume();
    sync.sync();
  }

  async function show(): Promise<void> {
    sync.sync();
    await sync.idle();
  }

  return {
    subscribe: notifier.subscribe,
    onEvent: notifier.onEvent,
    view: months.view,
    hold: months.hold,
    async refresh(range) {
      await Promise.all([months.refresh(range), show()]);
    },
    occurrencesOf(id) {
      const rows = overlay.entity(id)?.shown ?? months.rowsOf(id);
      return rows.get(EVENTS)?.occurrences ?? [];
    },
    event: details.view,
    holdEvent: details.hold,
    readEvent: details.read,
    calendars: () => shell?.calendars ?? null,
    ...createCalendarBirthdays({ api, notifier }),
    ...createCalendarFinding(api),
    trash: trash.view,
    holdTrash: trash.hold,
    refreshTrash: trash.refresh,
    async deleteTrashed(ids) {
      await api.deleteEvents({ body: ids ? { ids } : {} });
      notifier.batch(await trash.readHeld());
    },
    async createCalendar(look) {
      const { data } = await api.createCalendar({ body: look });
      await show();
      return data;
    },
    async changeCalendar(id, look) {
      await api.changeCalendarEntry({ params: { id }, body: look });
      await show();
    },
    async deleteCalendar(id) {
      await api.deleteCalendar({ params: { id } });
      await show();
    },
    async shareWithCompany(id, shared) {
      await api.shareCalendarWithCompany({ params: { id }, body: { shared } });
      await show();
    },
    async leaveCalendar(id) {
      await api.leaveCalendar({ params: { id } });
      await show();
    },
    act(operation: CalendarOperation): CalendarAct {
      const pending = queue.begin(operation);
      const { id, settled } = pending;
      const undone = () => queue.undone(pending);
      return { id, operation, undo: async () => queue.undo(pending), undone, settled };
    },
    ...forms,
    start,
    changed: sync.sync,
    show,
    connected: resume,
    rest() {
      isResting = true;
      queue.pause();
    },
    close() {
      isClosed = true;
      queue.pause();
      months.close();
      details.close();
      trash.close();
      persisted.close();
      offline.close();
      closeForms();
      stopListening();
    },
  };
}
