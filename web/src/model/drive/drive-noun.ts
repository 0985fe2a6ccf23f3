import type { DriveFile } from '@bocau/contract/drive.ts';
import type { OperationKind } from '../engine/noun.ts';

/** `name`: the name after the move; left out, the current name, or a variant of it where that is taken. */
export type DriveMove = { file: DriveFile; to: string | null; name?: string };

/** What a user can do to entries of the drive, as data. Each names the entries as they were shown. */
export type DriveOperation =
  | { kind: 'rename'; file: DriveFile; name: string }
  | { kind: 'move'; moves: readonly DriveMove[] }
  /** `at`: the time shown in the trash, in Unix seconds. */
  | { kind: 'trash'; files: readonly DriveFile[]; at: number }
  | { kind: 'restore'; files: readonly DriveFile[] }
  | { kind: 'favorite'; files: readonly DriveFile[]; on: boolean }
  | { kind: 'delete'; files: readonly DriveFile[] };

/** The types of the drive for the engine. */
export type Drive = {
  row: DriveFile;
  detail: DriveFile;
  operation: DriveOperation;
  /** The entries after the operation, where the server returns them. */
  answer: { files: readonly DriveFile[] };
  lists: object;
  counts: { entries: number };
};

export type DriveKind<O extends DriveOperation> = OperationKind<Drive, O>;
