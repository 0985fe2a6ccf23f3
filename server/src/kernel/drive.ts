import type { Kernel } from './kernel.ts';

/** Files and folders, their versions and shares. */
export const DRIVE = {
  name: 'drive',
  journal: {
    state: 'drive_state',
    changes: 'drive_changes',
    channel: 'drives_changed',
    event: 'drive_changed',
  },
  mailboxRows: [
    { table: 'drive_state' },
    { table: 'drive_entries' },
    { table: 'drive_words' },
    { table: 'drive_texts' },
    { table: 'drive_versions' },
    { table: 'drive_thumbnails' },
    { table: 'drive_chunks' },
    { table: 'drive_uploads' },
    { table: 'drive_changes' },
    { table: 'drive_shares', notExported: 'shares of the drive' },
    { table: 'drive_share_entries' },
    { table: 'drive_share_people' },
    { table: 'drive_deletions' },
    { table: 'drive_copies' },
    { table: 'drive_copy_folders' },
    { table: 'drive_heirs' },
    { table: 'drive_share_guesses' },
    { table: 'drive_saved_files' },
    { table: 'drive_locks' },
    { table: 'drive_office_tokens' },
  ],
  mailboxNames: {
    'drive_copies.by_mailbox_id':
      'a copy into a drive of somebody else ends by itself once its maker is gone',
    'drive_copy_folders.from_mailbox_id': 'what can no longer be read is left out of the copy',
    'drive_deletions.by_mailbox_id': 'the owner still sees who deleted it',
    'drive_heirs.heir_mailbox_id': 'names a drive that is gone, where shares are looked for',
    'drive_office_tokens.person_mailbox_id': 'goes with the file; opens nothing once the person is gone',
    'drive_share_people.with_mailbox_id': 'goes with the share; its owner still sees with whom it was',
    'drive_uploads.author_mailbox_id': 'goes with the drive that it is for',
    'drive_versions.author_mailbox_id': 'the owner still sees who wrote it',
  },
  blobColumns: [
    { table: 'drive_chunks', column: 'blob', unless: 'held_by' },
    { table: 'drive_chunks', column: 'held_by' },
  ],
  otherBytes: {
    'drive_versions.content_hash': 'a hash of the bytes, or of the hashes of the chunks',
    'drive_shares.token_hash': 'a hash of a token',
    'drive_shares.token_sealed': 'an encrypted token',
    'drive_thumbnails.picture': 'a small picture, drawn anew where it is missing',
    'drive_office_tokens.token_hash': 'a hash of a token',
  },
  leftOut: {
    drive_changes: 'after a restore every client reads its drive anew',
    drive_locks: 'an editor of the moment',
    drive_office_tokens: 'an editor of the moment',
  },
} satisfies Kernel;
