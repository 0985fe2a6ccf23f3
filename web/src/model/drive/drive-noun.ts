import type { DriveFile } from '@bocau/contract/drive.ts';
import type { OperationKind } from '../engine/noun.ts';

/** `name`: what it is called there; left out, as it is called now, or nearly so where that name is taken. */
export type DriveMove = { file: DriveFile; to: string | null; name?: string };

/** What people do to entries of the drive, as data. Each names the entries as they were shown. */
export type DriveOperation =
  | { kind: 'rename'; file: DriveFile; name: string }
  | { kind: 'move'; moves: readonly DriveMove[] }
  /** `at`: when, in Unix seconds, as the trash shows it. */
  | { kind: 'trash'; files: readonly DriveFile[]; at: number }
  | { kind: 'restore'; files: readonly DriveFile[] }
  | { kind: 'favorite'; files: readonly DriveFile[]; on: boolean }
  | { kind: 'delete'; files: readonly DriveFile[] };

/** Entries of a drive, as the engine knows any noun. */
export type Drive = {
  row: DriveFile;
  detail: DriveFile;
  operation: DriveOperation;
  /** What entries became, where the server says it. */
  answer: { files: readonly DriveFile[] };
  lists: object;
  counts: { entries: number };
};

export type DriveKind<O extends DriveOperation> = OperationKind<Drive, O>;
