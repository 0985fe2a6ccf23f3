import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import type { Generated, JSONColumnType } from 'kysely';

/** The tables of the drive, as `tables.ts` names them. Times are Unix seconds; sizes are bytes. */
export type DriveStateTable = {
  mailbox_id: number;
  seq: Generated<number>;
  forgotten_seq: Generated<number>;
  used_bytes: Generated<number>;
  reserved_bytes: Generated<number>;
};

export type DriveEntriesTable = {
  mailbox_id: number;
  id: string;
  parent_id: string;
  is_folder: boolean;
  name: string;
  name_key: string;
  sort_key: string;
  version_id: string | null;
  size: Generated<number>;
  content_type: string | null;
  favorite: Generated<boolean>;
  created_at: number;
  modified_at: number;
  trashed_at: number | null;
  steps_below: Generated<number>;
  bytes_below: Generated<number>;
};

export type DriveDeletionsTable = {
  mailbox_id: number;
  entry_id: string;
  by_mailbox_id: number;
  by_name: string;
  at: number;
  seen: Generated<boolean>;
};

export type DriveCopiesTable = {
  mailbox_id: number;
  id: string;
  by_mailbox_id: number;
  parent_id: string;
  name: string;
  roots: string[];
  state: 'running' | 'done' | 'cancelled' | 'failed';
  error: string | null;
  total: number;
  done: number;
  reserved_bytes: number;
  left_out: Generated<number>;
  left_out_first: JSONColumnType<DriveCopyJob['left_out_first']>;
  created_at: number;
};

export type DriveCopyFoldersTable = {
  mailbox_id: number;
  copy_id: string;
  to_id: string;
  from_mailbox_id: number;
  from_id: string;
  after_id: string | null;
  steps: number;
  bytes: number;
};

export type DriveVersionsTable = {
  mailbox_id: number;
  id: string;
  entry_id: string;
  size: number;
  content_type: string;
  content_hash: Buffer;
  created_at: number;
  author_mailbox_id: number | null;
  author: string;
  source: 'upload' | 'attachment' | 'copy' | 'restore' | 'office' | 'share';
  office_session: string | null;
  has_virus: Generated<boolean>;
  scan_message: string | null;
};

export type DriveChunksTable = {
  mailbox_id: number;
  version_id: string;
  start_at: number;
  size: number;
  blob: Buffer;
  held_by: Buffer | null;
  held_at: number | null;
  held_line: number | null;
};

export type DriveUploadsTable = {
  mailbox_id: number;
  id: string;
  parent_id: string;
  name: string;
  content_type: string;
  on_conflict: 'rename' | 'replace' | 'fail';
  size: number;
  received: Generated<number>;
  author_mailbox_id: number | null;
  author: string;
  share_id: string | null;
  created_at: number;
  expires_at: number;
  entry_id: string | null;
  lease: string | null;
  lease_until: number | null;
};

export type DriveChangeKind = 'entry' | 'folder' | 'usage' | 'share';

export type DriveSharesTable = {
  mailbox_id: number;
  id: string;
  state: 'pending' | 'active' | 'revoked';
  permission: 'READ' | 'WRITE';
  token_hash: Buffer | null;
  token_sealed: Buffer | null;
  password_hash: string | null;
  created_at: number;
  expires_at: number | null;
  end_chosen_at: number | null;
  sent_with: string | null;
  active_since: number | null;
  revoked_at: number | null;
  revoked_by: 'owner' | 'recall' | 'deletion' | 'undo' | 'domain' | null;
  opens: Generated<number>;
  opened_at: number | null;
};

export type DriveOfficeTokensTable = {
  token_hash: Buffer;
  mailbox_id: number;
  entry_id: string;
  permission: 'READ' | 'WRITE';
  person_mailbox_id: number | null;
  person: string;
  share_id: string | null;
  session_id: string | null;
  expires_at: number;
};
