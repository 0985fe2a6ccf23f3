import type { FolderRow } from '../../mail/folders/folders.store.ts';

/** The folder that a session has open, as the session was last told of it. */
export type Selected = {
  folder: Pick<FolderRow, 'id' | 'path' | 'role'>;
  readOnly: boolean;
  uidValidity: number;
  /** Ascending: the message with the number n has the n-th of them. */
  uids: Uint32Array;
  uidNext: number;
  /** Everything up to this mod-sequence was told. */
  modseq: number;
  /** New messages or flags were told with the answer to another question than what is new. */
  toldUnasked: boolean;
  /** Uids that the last SEARCH saved (RFC 5182). */
  saved: number[];
};
