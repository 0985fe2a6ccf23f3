import type { ApiClient } from '@bocau/contract/client.ts';
import type { OperationKind, RowsByList } from '../engine/noun.ts';
import { TASKS, type TaskKind, type TaskOperation, type Tasks } from './tasks-noun.ts';

type Rows = RowsByList<Tasks>;

const NO_ROWS: Rows = new Map();

/** What all kinds share. */
const common = {
  targets: (operation: TaskOperation) => [
    { row: 'row' in operation ? operation.row : operation.before, listId: TASKS },
  ],
  changeDetail: <D>(_operation: TaskOperation, _target: unknown, detail: D) => detail,
};

const shows = (operation: Extract<TaskOperation, { row: unknown }>): Rows =>
  new Map([[TASKS, operation.row]]);

const create: TaskKind<'create'> = {
  ...common,
  // The server has made it, and its answer was lost: it knows the task better.
  changeRows: (operation, _target, rows) => (rows.has(TASKS) ? rows : shows(operation)),
  inverse: ({ id, row }) => ({ kind: 'trash', id, before: row }),
};

const change: TaskKind<'change'> = {
  ...common,
  changeRows: shows,
  changeDetail: ({ change: { calendarId, fields } }, _target, detail) => ({
    ...detail,
    ...(calendarId !== undefined && { calendar_id: calendarId }),
    fields: { ...detail.fields, ...fields },
  }),
  inverse: ({ change: done, back, before, row, ...operation }) => ({
    ...operation,
    ...{ revision: null, change: back, back: done, before: row, row: before },
  }),
};

const finish: TaskKind<'finish'> = {
  ...common,
  // Of a series the next one stands there already.
  changeRows: (operation, _target, rows) =>
    rows.get(TASKS)?.original === operation.before.original ? shows(operation) : rows,
  inverse: ({ id, isDone, before, row }) =>
    before.repeats && isDone
      ? { kind: 'rejoin', id, row: before }
      : { kind: 'finish', id, isDone: !isDone, before: row, row: before },
};

const rejoin: TaskKind<'rejoin'> = { ...common, changeRows: shows, inverse: () => null };

const trash: TaskKind<'trash'> = {
  ...common,
  changeRows: () => NO_ROWS,
  inverse: ({ id, before }) => ({ kind: 'restore', id, row: before }),
};

const restore: TaskKind<'restore'> = {
  ...common,
  changeRows: shows,
  inverse: ({ id, row }) => ({ kind: 'trash', id, before: row }),
};

const KINDS = { create, change, finish, rejoin, trash, restore };

export function kindOfTaskOperation({ kind }: TaskOperation): OperationKind<Tasks> {
  return KINDS[kind] as OperationKind<Tasks>;
}

/** Sends an operation; safe to repeat when an answer was lost. */
export async function sendTaskOperation(api: ApiClient, operation: TaskOperation): Promise<{ id: string }> {
  const { id } = operation;
  const params = { id };
  switch (operation.kind) {
    case 'create': {
      const { calendarId, fields } = operation;
      await api.createTask({ body: { uid: id, calendar_id: calendarId, fields } });
      break;
    }
    case 'change': {
      const { revision, change: done } = operation;
      const { fields, calendarId } = done;
      const body = {
        fields,
        ...(calendarId !== undefined && { calendar_id: calendarId }),
        ...(revision !== null && { revision }),
      };
      await api.changeTask({ params, body });
      break;
    }
    case 'finish': {
      const { isDone, before } = operation;
      await api.finishTask({ params, body: { done: isDone, original: before.original } });
      break;
    }
    case 'rejoin':
      await api.rejoinSeries({ params });
      break;
    case 'trash':
      await api.trashEvents({ body: { ids: [id] } });
      break;
    case 'restore':
      await api.restoreEvents({ body: { ids: [id] } });
      break;
  }
  return { id };
}
