import type {
  Calendar,
  CalendarEvent,
  EventFields,
  EventScope,
  Occurrence,
  StandingAnswer,
  TimeProposal,
} from '@bocau/contract/calendar.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { addDays, daysBetween } from '../../../lib/calendar-days.ts';
import { isWithin, momentsOf, spanOf } from '../occurrence-times.ts';

const AT = 1_795_140_000;
export const ZONE = 'Asia/Ho_Chi_Minh';

export const OWN_CALENDAR: Calendar = {
  ...{ id: 'own', name: 'Lịch', color: '#1d5bd6', is_default: true, reminders: { timed: [], day: [] } },
  ...{ permission: 'OWNER', owner: null, is_company: false, event_ids_end: '0123456789ab' },
};

/** Fields of an event of one hour in the zone of these tests. */
export function fieldsOf(title: string, day: string, clock: string, given: Partial<EventFields> = {}) {
  const hour = String(Number(clock.slice(0, 2)) + 1).padStart(2, '0');
  const fields: EventFields = {
    ...{ title, place: '', description: '', url: '', rule: null, is_busy: true, is_private: false },
    reminders: [],
    guests: [],
    start: { day, clock, zone: ZONE },
    end: { day, clock: `${hour}${clock.slice(2)}`, zone: ZONE },
    ...given,
  };
  return fields;
}

/** An event as this server keeps it: daily and weekly rules with UNTIL, and occurrences that were changed. */
type Kept = {
  id: string;
  calendar_id: string;
  fields: EventFields;
  revision: number;
  trashed: boolean;
  trashedBy?: { name: string; email: string };
  dropped: string[];
  changed: Map<string, EventFields>;
  /** Of one to which the person was asked. */
  my_answer?: CalendarEvent['my_answer'];
  /** Other times, which go when it moves. */
  proposals?: readonly TimeProposal[];
  guest_may?: CalendarEvent['guest_may'];
  is_copy?: true;
  /** What undoes a split of it. */
  whole?: { fields: EventFields; changed: Map<string, EventFields>; made: string | null };
};

type Body = {
  revision?: number;
  scope?: EventScope;
  original?: string;
  calendar_id?: string;
  fields: Partial<EventFields>;
};

type ProposalBody = Pick<TimeProposal, 'original' | 'start' | 'end' | 'words'>;

const CALENDARS = ' calendars';

/** Calendars with a journal, whose server can refuse a call or lose its answer. */
export function createFakeCalendar(
  given: readonly (Pick<Kept, 'id' | 'fields' | 'my_answer' | 'proposals' | 'guest_may' | 'is_copy'> & {
    calendar_id?: string;
  })[],
  calendars: readonly Calendar[] = [OWN_CALENDAR],
) {
  const events = new Map<string, Kept>();
  for (const { id, calendar_id = 'own', fields, my_answer, proposals, guest_may, is_copy } of given) {
    const more = {
      ...(my_answer && { my_answer }),
      ...(proposals && { proposals }),
      ...(guest_may && { guest_may }),
      ...(is_copy && { is_copy }),
    };
    events.set(id, { ...kept(id, calendar_id, fields), ...more });
  }
  const journal: string[] = [];
  const calls: string[] = [];
  const failures: ApiError[] = [];
  /** What others show only as busy. */
  const busy: Occurrence[] = [];
  let shelf = calendars;

  function kept(id: string, calendar_id: string, fields: EventFields): Kept {
    return { id, calendar_id, fields, revision: 1, trashed: false, dropped: [], changed: new Map() };
  }

  async function change<T>(name: string, run: () => T): Promise<{ data: T; meta: never }> {
    calls.push(name);
    const failure = failures.shift();
    if (failure && failure.status !== 0) throw failure;
    const data = run();
    if (failure) throw failure;
    return { data, meta: undefined as never };
  }

  function of(id: string): Kept {
    const event = events.get(id);
    if (!event) throw new ApiError(404, 'event_not_found', 'Not found');
    return event;
  }

  function touch(event: Kept): void {
    event.revision += 1;
    journal.push(event.id);
  }

  function edit(id: string, run: (event: Kept) => void): Kept {
    const event = of(id);
    run(event);
    touch(event);
    return event;
  }

  function trash(id: string, trashed: boolean): void {
    edit(id, (event) => {
      event.trashed = trashed;
    });
  }

  function fieldsAt({ fields, changed }: Kept, original: string): EventFields {
    const known = changed.get(original);
    if (known) return known;
    if (original === '') return fields;
    const days = daysBetween(fields.start.day, original);
    const later = (time: EventFields['start']) => ({ ...time, day: addDays(time.day, days) });
    return { ...fields, start: later(fields.start), end: later(fields.end) };
  }

  function originalsOf({ fields, dropped }: Kept): string[] {
    if (fields.rule === null) return [''];
    const step = fields.rule.includes('DAILY') ? 1 : 7;
    const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(fields.rule);
    const last = until ? `${until[1]}-${until[2]}-${until[3]}` : '2027-12-31';
    const all: string[] = [];
    for (let day = fields.start.day; day <= last; day = addDays(day, step)) all.push(day);
    return all.filter((day) => !dropped.includes(day));
  }

  function occurrencesOf(event: Kept): Occurrence[] {
    if (event.trashed) return [];
    return originalsOf(event).map((original) => {
      const fields = fieldsAt(event, original);
      const { title, place, is_busy, is_private } = fields;
      return {
        ...{
          event_id: event.id,
          calendar_id: event.calendar_id,
          original,
          title,
          place,
          is_busy,
          is_private,
        },
        ...{ repeats: event.fields.rule !== null, ...momentsOf(fields) },
        ...(event.my_answer === 'waiting' && { is_waiting: true as const }),
        ...(event.my_answer === 'tentative' && { is_maybe: true as const }),
        ...(event.proposals && event.proposals.length > 0 && { has_proposal: true as const }),
      };
    });
  }

  function shown(event: Kept, original = ''): CalendarEvent {
    return {
      ...{ id: event.id, calendar_id: event.calendar_id, revision: event.revision, original },
      fields: fieldsAt(event, original),
      ...{ repeats_otherwise: false, organiser: null, my_answer: event.my_answer ?? null },
      attendees: [
        ...event.fields.guests.map((guest) => ({ ...guest, answer: 'waiting' as const })),
        ...(event.fields.rooms ?? []).map((room) => ({
          ...{ ...room, answer: 'accepted' as const, is_room: true as const },
        })),
      ],
      ...(event.proposals && { proposals: [...event.proposals] }),
      ...(event.guest_may && { guest_may: event.guest_may }),
      ...(event.is_copy && { is_copy: event.is_copy }),
      ...{ changed_at: AT, changed_by: null },
      trashed_at: event.trashed ? AT : null,
    };
  }

  function endBefore(event: Kept, original: string, made: string | null = null): void {
    event.whole = { fields: event.fields, changed: event.changed, made };
    event.changed = new Map([...event.changed].filter(([day]) => day < original));
    const rule = (event.fields.rule ?? '').replace(/;UNTIL=.*/, '');
    const until = addDays(original, -1).replaceAll('-', '');
    event.fields = { ...event.fields, rule: `${rule};UNTIL=${until}T165959Z` };
  }

  function changeScope(event: Kept, { scope = 'all', original = '', calendar_id, fields }: Body): Kept {
    if (calendar_id !== undefined) event.calendar_id = calendar_id;
    if (scope === 'one') {
      event.dropped = event.dropped.filter((day) => day !== original);
      event.changed.set(original, { ...fieldsAt(event, original), ...fields });
    } else if (scope === 'all') {
      event.fields = { ...event.fields, ...fields };
    } else {
      const rest = kept(`${event.id}+`, event.calendar_id, { ...fieldsAt(event, original), ...fields });
      endBefore(event, original, rest.id);
      events.set(rest.id, rest);
      touch(rest);
      return rest;
    }
    return event;
  }

  function putCalendars<T>(next: readonly Calendar[], answer: T): T {
    shelf = next;
    journal.push(CALENDARS);
    return answer;
  }

  const api = {
    async getCalendarChanges({ query }: { query: { since?: string } }) {
      const since = query.since === undefined ? journal.length : Number(query.since);
      const touched = [...new Set(journal.slice(since))];
      return {
        data: {
          seq: journal.length,
          events: touched.filter((id) => id !== CALENDARS),
          ...(touched.includes(CALENDARS) && { calendars: true }),
        },
      };
    },
    listCalendars: async () => ({ data: shelf }),
    listBirthdays: async () => ({ data: [] }),
    listFreeRooms: async () => ({ data: [] }),
    async searchEvents({ query: { q } }: { query: { q: string } }) {
      const all = [...events.values()].flatMap((event) => occurrencesOf(event).slice(0, 1));
      const data = all.filter(({ title }) => title.toLowerCase().includes(q.toLowerCase()));
      return { data, meta: { complete: true } };
    },
    async listTrashedEvents() {
      const data = [...events.values()].filter(({ trashed }) => trashed);
      return {
        data: data.map(({ id, calendar_id, fields, trashedBy }) => ({
          ...{ id, calendar_id, title: fields.title, repeats: fields.rule !== null },
          ...{ first_at: momentsOf(fields).at, trashed_at: AT },
          ...(trashedBy && { trashed_by: trashedBy }),
        })),
      };
    },
    async deleteEvents({ body: { ids } }: { body: { ids?: string[] } }) {
      calls.push('delete');
      for (const [id, { trashed }] of events) {
        if (trashed && (ids === undefined || ids.includes(id))) events.delete(id);
      }
      return { data: {} };
    },
    async listEvents({ query: { from, to, zone } }: { query: { from: string; to: string; zone: string } }) {
      calls.push('list');
      const failure = failures.shift();
      if (failure) throw failure;
      const all = [...[...events.values()].flatMap(occurrencesOf), ...busy];
      const data = all
        .filter((one) => isWithin(spanOf(one, zone), from, to))
        .sort((one, other) => one.at - other.at);
      return { data, meta: { seq: journal.length, complete: true } };
    },
    async getEvent({ params, query }: { params: { id: string }; query: { original?: string } }) {
      calls.push('get');
      return { data: shown(of(params.id), query.original) };
    },
    createEvent: ({
      body,
    }: {
      body: { uid: string; calendar_id?: string; fields: Partial<EventFields> & { title: string } };
    }) =>
      change('create', () => {
        const known = events.get(body.uid);
        if (known) return shown(known);
        const plain = fieldsOf(body.fields.title, '2026-11-20', '09:00');
        const event = kept(body.uid, body.calendar_id ?? 'own', { ...plain, ...body.fields });
        events.set(event.id, event);
        journal.push(event.id);
        return shown(event);
      }),
    changeEvent: ({ params: { id }, body }: { params: { id: string }; body: Body }) =>
      change('change', () => {
        if (body.revision !== undefined && body.revision !== of(id).revision)
          throw new ApiError(409, 'event_changed', 'Changed');
        let changed: Kept | null = null;
        edit(id, (event) => {
          changed = changeScope(event, body);
        });
        return shown(changed ?? of(id), body.scope === 'one' ? body.original : '');
      }),
    answerEvent: ({ params: { id }, body }: { params: { id: string }; body: { answer: StandingAnswer } }) =>
      change('answer', () =>
        shown(
          edit(id, (event) => {
            event.my_answer = body.answer;
          }),
        ),
      ),
    proposeTime: ({ params: { id }, body }: { params: { id: string }; body: ProposalBody }) =>
      change('propose', () =>
        shown(
          edit(id, (event) => {
            const who = { name: '', email: 'an@saomai.example', proposed_at: AT };
            event.proposals = [{ ...who, ...body }];
          }),
        ),
      ),
    withdrawProposal: ({ params: { id } }: { params: { id: string } }) =>
      change('withdraw-proposal', () =>
        shown(
          edit(id, (event) => {
            event.proposals = [];
          }),
        ),
      ),
    declineProposal: ({ params: { id }, body }: { params: { id: string }; body: { email: string } }) =>
      change('decline-proposal', () =>
        shown(
          edit(id, (event) => {
            event.proposals = (event.proposals ?? []).filter(({ email }) => email !== body.email);
          }),
        ),
      ),
    dropOccurrences: ({
      params: { id },
      body,
    }: {
      params: { id: string };
      body: { scope: 'one' | 'following'; original: string };
    }) =>
      change('drop', () =>
        shown(
          edit(id, (event) => {
            if (body.scope === 'one') event.dropped.push(body.original);
            else endBefore(event, body.original);
          }),
        ),
      ),
    rejoinSeries: ({ params: { id } }: { params: { id: string } }) =>
      change('rejoin', () =>
        shown(
          edit(id, (event) => {
            const { fields, changed, made } = event.whole ?? { ...event, made: null };
            Object.assign(event, { fields, changed, whole: undefined });
            if (made !== null) trash(made, true);
          }),
        ),
      ),
    trashEvents: ({ body: { ids } }: { body: { ids: string[] } }) =>
      change('trash', () => {
        for (const id of ids) trash(id, true);
        return { ok: true };
      }),
    restoreEvents: ({ body: { ids } }: { body: { ids: string[] } }) =>
      change('restore', () => {
        for (const id of ids) trash(id, false);
        return { ok: true };
      }),
    createCalendar: ({ body }: { body: Pick<Calendar, 'name' | 'color'> }) =>
      change('create-calendar', () => {
        if (shelf.some(({ name }) => name === body.name)) throw new ApiError(409, 'already_exists', 'Taken');
        const next: Calendar = { ...OWN_CALENDAR, id: body.name, ...body, is_default: false };
        return putCalendars([...shelf, next], next);
      }),
    changeCalendarEntry: ({ params: { id }, body }: { params: { id: string }; body: Partial<Calendar> }) =>
      change('change-calendar', () =>
        putCalendars(
          shelf.map((one) => (one.id === id ? { ...one, ...body } : one)),
          { ok: true },
        ),
      ),
    leaveCalendar: ({ params: { id } }: { params: { id: string } }) =>
      change('leave-calendar', () =>
        putCalendars(
          shelf.filter((one) => one.id !== id),
          { ok: true },
        ),
      ),
    deleteCalendar: ({ params: { id } }: { params: { id: string } }) =>
      change('delete-calendar', () => {
        for (const event of events.values()) if (event.calendar_id === id) event.trashed = true;
        return putCalendars(
          shelf.filter((one) => one.id !== id),
          { ok: true },
        );
      }),
  };
  return {
    api: api as unknown as ApiClient,
    calls,
    /** Failures of the next calls; with status 0 the change is made, and its answer lost. */
    failures,
    busy,
    event: (id: string) => events.get(id),
    fieldsAt: (id: string, original: string) => fieldsAt(of(id), original),
    calendars: () => shelf,
    all: () => [...events.values()],
    /** A change by another program. */
    edit(id: string, fields: Partial<EventFields>): void {
      edit(id, (event) => {
        event.fields = { ...event.fields, ...fields };
      });
    },
  };
}
