import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { portions } from '../../lib/portions.ts';
import type { OperationKind, RowsByList } from '../engine/noun.ts';
import { folderListId } from './drive-list.ts';
import type { DriveRenamed } from './drive-model.ts';
import type { Drive, DriveKind, DriveMove, DriveOperation } from './drive-noun.ts';

type Of<K extends DriveOperation['kind']> = Extract<DriveOperation, { kind: K }>;
type Rows = RowsByList<Drive>;
type Kind<K extends DriveOperation['kind']> = Omit<DriveKind<Of<K>>, 'changeDetail'>;

/** Entries that others share with us are not in our journal. */
export function isOwn({ prop }: DriveFile): boolean {
  return prop.permission === 'OWNER';
}

/** The root of what others share with us: only they see the folder it is in. */
export function isSharedRoot(file: DriveFile): boolean {
  return !isOwn(file) && file.display_name.lastIndexOf('/') === 0;
}

const FAVORITES = 'favorites';
const SHARED_BY_ME = 'shared-by-me';
const TRASH = 'trash';

const rename: Kind<'rename'> = {
  targets: ({ file }) => [targetOf(file)],
  replaceKey: ({ row }) => row.id,
  changeRows: ({ name }, _target, rows) => each(rows, (row) => ({ ...row, name })),
  inverse: ({ file, name }) => ({ kind: 'rename', file: { ...file, name }, name: file.name }),
};

const move: Kind<'move'> = {
  targets: ({ moves }) => moves.map(({ file }) => targetOf(file)),
  changeRows({ moves }, { row: { id } }, rows) {
    const going = moves.find(({ file }) => file.id === id);
    const to = going?.to ?? null;
    const moved = each(rows, (row) => ({ ...row, parent_id: to, name: going?.name ?? row.name }));
    const [any] = moved.values();
    if (!any) return rows;
    return new Map([...[...moved].filter(([list]) => !isFolderList(list)), [folderListId(to), any]]);
  },
  inverse: ({ moves }, { answer }) => ({
    kind: 'move',
    moves: moves.map(({ file, to }) =>
      backFrom({ file: { ...file, parent_id: to }, to: file.parent_id }, answer),
    ),
  }),
  withAnswer: (operation, { answer }) => ({
    ...operation,
    moves: operation.moves.map((back) => backFrom(back, answer)),
  }),
};

/** Moved back, an entry that was renamed because the other folder had its name gets its old name again. */
function backFrom(back: DriveMove, answer: Drive['answer'] | null): DriveMove {
  const there = answer?.files.find(({ id }) => id === back.file.id);
  if (!there || there.name === back.file.name) return back;
  return { ...back, file: { ...back.file, name: there.name }, name: back.file.name };
}

const trash: Kind<'trash'> = {
  targets: ({ files }) => files.map(targetOf),
  changeRows({ at }, _target, rows) {
    const trashed = each(rows, (row) => ({ ...row, prop: { ...row.prop, trashed_at: at } }));
    const [any] = trashed.values();
    return any ? new Map([...found(trashed), ...rowsByList(any)]) : rows;
  },
  inverse: ({ files, at }) => ({
    kind: 'restore',
    files: files.map((file) => ({ ...file, prop: { ...file.prop, trashed_at: at } })),
  }),
};

const restore: Kind<'restore'> = {
  targets: ({ files }) => files.map(targetOf),
  changeRows(_operation, _target, rows) {
    const restored = each(rows, (row) => {
      const { trashed_at: _gone, ...prop } = row.prop;
      return { ...row, prop };
    });
    const [any] = restored.values();
    return any ? new Map([...found(restored), ...rowsByList(any)]) : rows;
  },
  inverse: ({ files }) => ({ kind: 'trash', files, at: files[0]?.prop.trashed_at ?? 0 }),
};

const favorite: Kind<'favorite'> = {
  targets: ({ files }) => files.map(targetOf),
  changeRows({ on }, _target, rows) {
    const marked = new Map(each(rows, (row) => ({ ...row, prop: { ...row.prop, favorite: on } })));
    const [any] = marked.values();
    if (on && any) marked.set(FAVORITES, any);
    else marked.delete(FAVORITES);
    return marked;
  },
  inverse: ({ files, on }) => ({ kind: 'favorite', files, on: !on }),
};

const remove: Kind<'delete'> = {
  targets: ({ files }) => files.map(targetOf),
  changeRows: () => new Map(),
  inverse: () => null,
};

const KINDS = { rename, move, trash, restore, favorite, delete: remove };

export function kindOfOperation({ kind }: DriveOperation): OperationKind<Drive> {
  // An opened entry has the same data as its row, so nothing else needs to change.
  return {
    ...(KINDS[kind] as Kind<'rename'>),
    changeDetail: (_o, _t, detail) => detail,
  } as OperationKind<Drive>;
}

/** Sends an operation; safe to repeat when an answer was lost. */
export async function sendOperation(api: ApiClient, operation: DriveOperation): Promise<Drive['answer']> {
  switch (operation.kind) {
    case 'rename': {
      const { file, name } = operation;
      return { files: [(await api.renameDriveFile({ params: { id: file.id }, body: { name } })).data] };
    }
    case 'move': {
      const files: DriveFile[] = [];
      for (const [to, moves] of Map.groupBy(operation.moves, (one) => one.to)) {
        for (const ids of portionsOf(moves.map(({ file }) => file))) {
          const body = { ids, parent_id: to, on_conflict: 'rename' as const };
          files.push(...(await api.moveDriveFiles({ body })).data);
        }
      }
      for (const { file, name } of operation.moves) {
        const at = files.findIndex(({ id }) => id === file.id);
        if (name !== undefined && files[at]?.name !== name)
          files[at] = await renameIfFree(api, file.id, name);
      }
      return { files };
    }
    case 'trash':
      for (const ids of portionsOf(operation.files)) await api.trashDriveFiles({ body: { ids } });
      return { files: [] };
    case 'restore': {
      const files: DriveFile[] = [];
      for (const ids of portionsOf(operation.files))
        files.push(...(await api.restoreDriveFiles({ body: { ids } })).data);
      return { files };
    }
    case 'favorite': {
      const files: DriveFile[] = [];
      for (const { id } of operation.files) {
        files.push((await api.renameDriveFile({ params: { id }, body: { favorite: operation.on } })).data);
      }
      return { files };
    }
    case 'delete':
      for (const ids of portionsOf(operation.files)) await api.deleteDriveFiles({ body: { ids } });
      return { files: [] };
  }
}

/** Keeps the current name when the old one has been taken meanwhile. */
async function renameIfFree(api: ApiClient, id: string, name: string): Promise<DriveFile> {
  const params = { id };
  return api.renameDriveFile({ params, body: { name } }).then(
    ({ data }) => data,
    async (error: unknown) => {
      if (!(error instanceof ApiError && error.code === 'already_exists')) throw error;
      return (await api.getDriveFile({ params })).data;
    },
  );
}

/** Entries that the server gave another name, because theirs was taken. */
export function renamedBy(operation: DriveOperation, files: readonly DriveFile[]): DriveRenamed[] {
  const wanted =
    operation.kind === 'move'
      ? operation.moves.map(({ file, name }) => ({ id: file.id, name: name ?? file.name }))
      : operation.kind === 'restore'
        ? operation.files
        : [];
  const names = new Map(files.map(({ id, name }) => [id, name]));
  return wanted.flatMap(({ id, name: before }) => {
    const name = names.get(id) ?? before;
    return name === before ? [] : [{ before, name }];
  });
}

/** The ids in batches of what one call accepts. */
export function portionsOf(files: readonly DriveFile[]): string[][] {
  return portions(
    files.map(({ id }) => id),
    LIMITS.idsPerCall,
  );
}

function targetOf(file: DriveFile) {
  return { row: file, listId: file.prop.trashed_at === undefined ? folderListId(file.parent_id) : TRASH };
}

/** The lists that contain an entry, as far as the entry itself tells. */
export function rowsByList(file: DriveFile): Rows {
  // A trashed one goes to its owner's trash, and one at the owner's top has no folder here.
  if (!isOwn(file)) {
    const isBelow = file.parent_id !== null && file.prop.trashed_at === undefined;
    return new Map(isBelow ? [[folderListId(file.parent_id), file]] : []);
  }
  if (file.prop.trashed_at !== undefined) return new Map([[TRASH, file]]);
  const lists = [
    folderListId(file.parent_id),
    ...(file.type === 'file' ? ['recent'] : []),
    ...(file.prop.favorite ? [FAVORITES] : []),
    ...(file.prop.shared ? [SHARED_BY_ME] : []),
  ];
  return new Map(lists.map((list) => [list, file]));
}

/** Rows in search results keep their place there, so that undo restores them. */
function found(rows: Rows): [string, DriveFile][] {
  return [...rows].filter(([list]) => list.startsWith('search ') || list === 'shared');
}

function isFolderList(listId: string): boolean {
  return listId.startsWith('folder ');
}

function each(rows: Rows, change: (row: DriveFile) => DriveFile): Rows {
  return new Map([...rows].map(([list, row]) => [list, change(row)]));
}
