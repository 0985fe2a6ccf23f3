import type { Tables } from '../../tables.ts';

/** Rows that are not in a backup, with the reason. Every other table is, whichever migration made it. */
export const LEFT_OUT: Partial<Record<keyof Tables, string>> = {
  sessions: 'whoever was signed out since then would be signed in again',
  sign_in_challenges: 'a sign-in of the moment',
  trusted_devices: 'a device may have lost its trust since then',
  passkey_challenges: 'a sign-in of the moment',
  phone_codes: 'a code of the moment',
  reset_links: 'a link may have been used since then',
  sign_on_attempts: 'a sign-in of the moment',
  changes: 'after a restore every client reads its mailbox anew',
  drive_changes: 'after a restore every client reads its drive anew',
  processes: 'what ran at the time',
  blob_scrub: 'how far the reading of all blobs has come',
  last_backup: 'what is restored has no backup of its own yet',
  mail_restores: 'jobs of the installation that it came from',
  damaged_blobs: 'the copies of the blobs are read anew',
  drive_locks: 'an editor of the moment',
  drive_office_tokens: 'an editor of the moment',
  silent_hosts: 'what other servers were like',
};
