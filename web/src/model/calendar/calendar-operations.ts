import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { OperationKind, RowsByList } from '../engine/noun.ts';
import {
  type CalendarEvents,
  type CalendarOperation,
  EVENTS,
  type EventRow,
  type EventsKind,
  type Placed,
} from './calendar-noun.ts';
import { timesOf } from './occurrence-times.ts';
import { isChangedByOthers } from './plan-operations.ts';

type Of<K extends CalendarOperation['kind']> = Extract<CalendarOperation, { kind: K }>;
type Kind<K extends CalendarOperation['kind']> = EventsKind<Of<K>>;
type Rows = RowsByList<CalendarEvents>;

/** What all kinds share. */
const common = {
  targets: ({ id, away }: CalendarOperation) => [{ row: { id, occurrences: away }, listId: EVENTS }],
  changeRows: (operation: CalendarOperation, _target: unknown, rows: Rows) => shifted(operation, rows),
  changeDetail: <D>(_operation: CalendarOperation, _target: unknown, detail: D) => detail,
};

const create: Kind<'create'> = {
  ...common,
  changeRows(operation, _target, rows) {
    // The server has made it, and its answer was lost: it knows the occurrences better.
    const isMade = (rows.get(EVENTS)?.occurrences.length ?? 0) > 0;
    return isMade ? rows : shifted(operation, rows);
  },
  inverse: ({ id, here }) => ({ kind: 'trash', id, away: here, here: [] }),
};

const change: Kind<'change'> = {
  ...common,
  changeDetail({ scope, original, change: { calendarId, fields } }, _target, detail) {
    if (scope !== 'all' && detail.original !== original) return detail;
    const { start: _start, end: _end, ...rest } = fields;
    // Of a series the fields name its first time, and the detail may be of a later one.
    const shown = scope === 'all' && detail.original !== '' ? rest : fields;
    return {
      ...detail,
      ...(calendarId !== undefined && { calendar_id: calendarId }),
      fields: { ...detail.fields, ...shown },
    };
  },
  inverse(operation) {
    const { id, away, here, back, change } = operation;
    if (operation.scope === 'following') return { kind: 'rejoin', id, away: here, here: away };
    return { ...operation, away: here, here: away, revision: null, change: back, back: change };
  },
};

const move: Kind<'move'> = {
  ...common,
  changeDetail: ({ to }, _target, detail) => ({
    ...detail,
    fields: { ...detail.fields, ...timesIn(detail, to) },
  }),
  inverse: ({ to, back, away, here, ...operation }) => ({
    ...operation,
    ...{ to: back, back: to, away: here, here: away },
  }),
};

/** It stays in the zone of the event. */
function timesIn({ fields }: Pick<CalendarEvent, 'fields'>, { kind, span, zone }: Placed) {
  return timesOf(kind, span, { own: zone, event: fields.start.zone ?? zone });
}

const drop: Kind<'drop'> = {
  ...common,
  inverse: ({ id, original, away, back }) =>
    back === null
      ? { kind: 'rejoin', id, away: [], here: away }
      : {
          kind: 'change',
          ...{ id, scope: 'one', original, revision: null, away: [], here: away },
          ...{ change: back, back: { fields: {} } },
        },
};

const answer: Kind<'answer'> = {
  ...common,
  changeRows({ id, original, answer: given }, _target, rows) {
    const known = rows.get(EVENTS)?.occurrences ?? [];
    const occurrences = known.map((before) => {
      if (original !== '' && before.original !== original) return before;
      const { is_waiting: _waiting, is_maybe: _maybe, ...one } = before;
      if (given === 'waiting') return { ...one, is_waiting: true as const };
      return given === 'tentative' ? { ...one, is_maybe: true as const } : one;
    });
    return new Map([[EVENTS, { id, occurrences }]]);
  },
  changeDetail({ original, answer: given }, _target, detail) {
    return original === '' || detail.original === original ? { ...detail, my_answer: given } : detail;
  },
  inverse: ({ before, ...operation }) =>
    before === null
      ? null
      : { ...operation, answer: before, before: operation.answer, insteadOf: operation.answer },
};

const trash: Kind<'trash'> = {
  ...common,
  changeRows: ({ id }) => new Map([[EVENTS, { id, occurrences: [] }]]),
  inverse: ({ id, away }) => ({ kind: 'restore', id, away: [], here: away }),
};

const restore: Kind<'restore'> = {
  ...common,
  inverse: ({ id, here }) => ({ kind: 'trash', id, away: here, here: [] }),
};

const rejoin: Kind<'rejoin'> = {
  ...common,
  inverse: () => null,
};

const KINDS = { create, change, move, answer, drop, trash, restore, rejoin };

export function kindOfOperation({ kind }: CalendarOperation): OperationKind<CalendarEvents> {
  return KINDS[kind] as OperationKind<CalendarEvents>;
}

/**
 * The occurrences with those that leave and those that come. When a series moves, its occurrences have other names
 * afterwards: then they are known by their time.
 */
function shifted(operation: CalendarOperation, rows: Rows): Rows {
  const { id, away, here } = operation;
  const moves = [...away, ...here];
  const originals = new Set(moves.map(({ original }) => original));
  const isSeries = operation.kind === 'change' && operation.scope !== 'one';
  const times = new Set(isSeries ? moves.map(({ at }) => at) : []);
  const known = rows.get(EVENTS)?.occurrences ?? [];
  const others = known.filter(({ original, at }) => !originals.has(original) && !times.has(at));
  const row: EventRow = { id, occurrences: [...others, ...here] };
  return new Map([[EVENTS, row]]);
}

/** Sends an operation; safe to repeat when an answer was lost. */
export async function sendOperation(api: ApiClient, operation: CalendarOperation): Promise<{ id: string }> {
  const { id } = operation;
  const params = { id };
  switch (operation.kind) {
    case 'create': {
      const { calendarId, fields } = operation;
      return idOf(await api.createEvent({ body: { uid: id, calendar_id: calendarId, fields } }));
    }
    case 'change': {
      const { scope, original, revision, change } = operation;
      const body = { scope, ...(scope !== 'all' && { original }), ...(revision !== null && { revision }) };
      return idOf(await api.changeEvent({ params, body: { ...body, ...bodyOf(change) } }));
    }
    case 'move': {
      const { data: event } = await api.getEvent({ params, query: {} });
      if (isChangedByOthers(event))
        throw new ApiError(403, 'forbidden', 'Only who asks to a meeting moves it');
      return idOf(
        await api.changeEvent({ params, body: { scope: 'all', fields: timesIn(event, operation.to) } }),
      );
    }
    case 'answer': {
      const { original, answer: given, insteadOf } = operation;
      const body = { answer: given, original, ...(insteadOf && { instead_of: insteadOf }) };
      return idOf(await api.answerEvent({ params, body }));
    }
    case 'drop': {
      const { scope, original } = operation;
      return idOf(await api.dropOccurrences({ params, body: { scope, original } }));
    }
    case 'trash':
      await api.trashEvents({ body: { ids: [id] } });
      return { id };
    case 'restore':
      await api.restoreEvents({ body: { ids: [id] } });
      return { id };
    case 'rejoin':
      return idOf(await api.rejoinSeries({ params }));
  }
}

function bodyOf({ calendarId, fields }: Of<'change'>['change']) {
  return { fields, ...(calendarId !== undefined && { calendar_id: calendarId }) };
}

function idOf({ data }: { data: { id: string } }): { id: string } {
  return { id: data.id };
}
