import type { Thread } from '@bocau/contract/threads.ts';
import type { Operation } from './operation.ts';
import {
  groupsBefore,
  type MailOperationKind,
  NOTHING_MOVED,
  sendGroups,
  targetsOf,
} from './operation-kind.ts';

type Pin = Extract<Operation, { kind: 'pin' | 'mute' }>;

const FIELDS = { pin: 'pinned', mute: 'muted' } as const;

function withField<T extends Pick<Thread, 'pinned' | 'muted'>>(thing: T, { kind, on }: Pin): T {
  const { [FIELDS[kind]]: _, ...rest } = thing;
  return (on ? { ...rest, [FIELDS[kind]]: true } : rest) as T;
}

/** Pins at the top of a folder, or mutes everywhere; and ends it. */
export const pin: MailOperationKind<Pin> = {
  targets: ({ groups }) => targetsOf(groups),
  replaceKey: ({ row, listId }) => `${row.id} ${listId}`,
  changeRows: (step, { listId }, rows) =>
    new Map(
      [...rows].map(([list, row]) => [
        list,
        step.kind === 'mute' || row.folder_id === listId ? withField(row, step) : row,
      ]),
    ),
  changeDetail: (step, { listId }, detail) =>
    step.kind === 'mute' || detail.folder_id === listId ? withField(detail, step) : detail,
  send: ({ kind, groups, on }, api) =>
    sendGroups(groups, async (ids, folder_id) => {
      if (kind === 'pin') await api.pinThreads({ body: { ids, folder_id, pinned: on } });
      else await api.muteThreads({ body: { ids, muted: on } });
      return NOTHING_MOVED;
    }),
  inverse(step, begun) {
    const groups = groupsBefore(step.groups, begun, (row) => (row[FIELDS[step.kind]] === true) !== step.on);
    return groups.length > 0 ? { kind: step.kind, groups, on: !step.on } : null;
  },
};
