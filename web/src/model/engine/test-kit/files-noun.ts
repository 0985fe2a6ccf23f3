import { ApiError } from '@bocau/contract/client.ts';
import type { OperationKind } from '../noun.ts';

/** A second noun beside mail, as small as one can be: files in directories. */
export type File = { readonly id: string; readonly directory: string; readonly name: string; size: number };

type Move = { kind: 'move'; file: File; to: string };
type Rename = { kind: 'rename'; file: File; name: string };

export type Files = {
  row: File;
  detail: File;
  operation: Move | Rename;
  answer: { seq: number };
  lists: { directories: readonly string[] };
  counts: { files: number; bytes: number };
};

const move: OperationKind<Files, Move> = {
  targets: ({ file }) => [{ row: file, listId: file.directory }],
  changeRows({ to }, { listId }, rows) {
    const row = rows.get(listId);
    return row ? new Map([[to, { ...row, directory: to }]]) : rows;
  },
  changeDetail: ({ to }, _target, detail) => ({ ...detail, directory: to }),
  inverse: ({ file, to }, { before }) => {
    const row = before.get(file.id)?.get(file.directory);
    return row ? { kind: 'move', file: { ...row, directory: to }, to: file.directory } : null;
  },
};

const rename: OperationKind<Files, Rename> = {
  targets: ({ file }) => [{ row: file, listId: file.directory }],
  replaceKey: ({ row }) => row.id,
  changeRows: ({ name }, _target, rows) =>
    new Map([...rows].map(([directory, row]) => [directory, { ...row, name }])),
  changeDetail: ({ name }, _target, detail) => ({ ...detail, name }),
  inverse: ({ file }) => ({ kind: 'rename', file, name: file.name }),
};

const KINDS = { move, rename };

export function kindOfFileOperation({ kind }: Files['operation']): OperationKind<Files> {
  return KINDS[kind] as OperationKind<Files>;
}

type Change = { seq: number; file: File };

/** A server with files and a journal, which can refuse a call or lose its answer. */
export function createFileServer(given: readonly File[]) {
  const files = new Map(given.map((file) => [file.id, file]));
  const journal: Change[] = [];
  const calls: Files['operation'][] = [];
  const failures: ApiError[] = [];
  return {
    calls,
    /** Failures of the next calls; with status 0 the operation is done, and its answer lost. */
    failures,
    file: (id: string) => files.get(id) as File,
    async send(operation: Files['operation']): Promise<Files['answer']> {
      calls.push(operation);
      const failure = failures.shift();
      if (failure && failure.status !== 0) throw failure;
      const file = files.get(operation.file.id) as File;
      const next =
        operation.kind === 'move' ? { ...file, directory: operation.to } : { ...file, name: operation.name };
      files.set(file.id, next);
      journal.push({ seq: journal.length + 1, file: next });
      if (failure) throw failure;
      return { seq: journal.length };
    },
    changesSince: (since: number) => journal.filter(({ seq }) => seq > since),
  };
}

export const NO_ANSWER = new ApiError(0, 'no_answer', 'No answer');
export const SIGNED_OUT = new ApiError(401, 'session_required', 'Sign in');
export const REFUSED = new ApiError(403, 'forbidden', 'Refused');
