import type { Tables } from '../tables.ts';

type TableName = keyof Tables & string;

/**
 * What belongs to a message, a thread and a mailbox, and which columns name blobs. Removal, recount, export and the
 * collection of blobs go by these lists; a test holds them against the database, so that a new table can not be
 * forgotten.
 */

/** Rows that belong to a message, and what becomes of them when it is removed for good. */
export type MessageRows = {
  table: TableName;
  /** What one of them is, in a sentence about what was left behind. */
  label: string;
  /** SQL on `o`: only these rows go. The others stay and keep in `marked` since when their message is gone. */
  goesIf?: string;
  marked?: string;
};

export const MESSAGE_ROWS: readonly MessageRows[] = [
  { table: 'message_contents', label: 'content' },
  { table: 'message_search', label: 'search words' },
  { table: 'attachments', label: 'an attachment' },
  { table: 'drafts', label: 'a draft' },
  { table: 'periodic_sends', label: 'a periodic rule' },
  { table: 'tracking_marks', label: 'a tracking mark' },
  { table: 'receipts', label: 'a read receipt' },
  // What has begun to leave goes on, and counts against the limits.
  {
    table: 'outbox',
    label: 'a message to be sent',
    goesIf: `o.state = 'held'`,
    marked: 'message_removed_at',
  },
];

/** Columns that name a message and outlive it, with the reason. */
export const MESSAGE_NAMES: Record<string, string> = {
  'mail_trace.message_id': 'the Message-ID of a header, for administrators; it goes by its age',
  'bulk_steps.message_id': 'goes with its bulk job; undo passes over messages that are gone',
  'outbox_recipients.local_message_id':
    'the sender still sees what became of the mail, and a recall finds nothing',
};

/** Rows that belong to a thread: merged into another, they go to that one. */
export type ThreadRows = {
  table: TableName;
  /** Made anew from the messages instead. */
  derived?: boolean;
  /** Goes when the thread is forgotten, which has none of the others by then. */
  leadsToIt?: boolean;
};

export const THREAD_ROWS: readonly ThreadRows[] = [
  { table: 'messages' },
  { table: 'list_rows', derived: true },
  { table: 'thread_keys', leadsToIt: true },
  { table: 'merged_threads', leadsToIt: true },
];

/** Rows that go with their mailbox. */
export type MailboxRows = {
  table: TableName;
  /** The column of the mailbox, where it is not `mailbox_id`. */
  column?: string;
  /** What an export leaves behind, as a Maildir has no place for it; not said of what is derived or of the moment. */
  notExported?: string;
};

export const MAILBOX_ROWS: readonly MailboxRows[] = [
  { table: 'addresses' },
  { table: 'sessions' },
  { table: 'sign_ins' },
  { table: 'security_events', notExported: 'sign-in history' },
  { table: 'known_devices' },
  { table: 'second_steps', notExported: 'two-step sign-in' },
  { table: 'recovery_codes' },
  { table: 'wrong_codes' },
  { table: 'sign_in_challenges' },
  { table: 'trusted_devices' },
  { table: 'phone_codes' },
  { table: 'phone_sends' },
  { table: 'app_passwords', notExported: 'app passwords' },
  { table: 'passkeys', notExported: 'passkeys' },
  { table: 'passkey_challenges' },
  { table: 'reset_links' },
  { table: 'recovery_addresses', notExported: 'recovery address' },
  { table: 'sign_on_links', notExported: 'linked accounts of single sign-on' },
  { table: 'avatars', notExported: 'profile picture' },
  { table: 'mailbox_state' },
  { table: 'folders' },
  { table: 'threads' },
  { table: 'merged_threads' },
  { table: 'thread_keys' },
  { table: 'messages' },
  { table: 'message_contents' },
  { table: 'attachments' },
  { table: 'list_rows' },
  { table: 'changes' },
  { table: 'message_search' },
  { table: 'derived_versions' },
  { table: 'correspondents', notExported: 'correspondents' },
  { table: 'bulk_jobs' },
  { table: 'bulk_steps' },
  { table: 'settings', notExported: 'settings' },
  { table: 'signatures', notExported: 'signatures' },
  { table: 'rules', notExported: 'rules' },
  { table: 'forward_addresses', notExported: 'forwarding addresses' },
  { table: 'forward_codes' },
  { table: 'forward_failures' },
  { table: 'moved_in_folders' },
  { table: 'moved_in_messages' },
  { table: 'discarded_deliveries' },
  { table: 'drafts', notExported: 'drafts' },
  { table: 'outbox' },
  { table: 'outbox_recipients' },
  { table: 'held_senders' },
  { table: 'mail_restores' },
  { table: 'periodic_sends', notExported: 'periodic messages' },
  { table: 'tracking_marks' },
  { table: 'receipts' },
  { table: 'automatic_replies' },
  { table: 'invitation_answers', notExported: 'answers to invitations' },
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
  { table: 'sent_by_mailbox' },
  { table: 'drive_share_guesses' },
  { table: 'drive_saved_files' },
  { table: 'drive_locks' },
  { table: 'drive_office_tokens' },
];

/** Columns that name a mailbox and outlive it, with the reason. */
export const MAILBOX_NAMES: Record<string, string> = {
  'audit_log.actor_mailbox_id': 'what an owner did stays written down',
  'audit_log.person_mailbox_id': 'the owners of the domain still see what was done',
  'domains.catch_all_mailbox_id': 'names nobody once the mailbox is gone',
  'drive_copies.by_mailbox_id': 'a copy into a drive of somebody else ends by itself once its maker is gone',
  'drive_copy_folders.from_mailbox_id': 'what can no longer be read is left out of the copy',
  'drive_deletions.by_mailbox_id': 'the owner still sees who deleted it',
  'drive_heirs.heir_mailbox_id': 'names a drive that is gone, where shares are looked for',
  'drive_office_tokens.person_mailbox_id': 'goes with the file; opens nothing once the person is gone',
  'drive_share_people.with_mailbox_id': 'goes with the share; its owner still sees with whom it was',
  'drive_uploads.author_mailbox_id': 'goes with the drive that it is for',
  'drive_versions.author_mailbox_id': 'the owner still sees who wrote it',
  'outbox_recipients.local_mailbox_id': 'the sender still sees to whom it went',
};

export type BlobColumn = {
  table: TableName;
  column: string;
  /** Another column: where it has a value, this one names no blob. */
  unless?: string;
};

/** A blob that none of these names is thrown away. */
export const BLOB_COLUMNS: readonly BlobColumn[] = [
  { table: 'messages', column: 'blob' },
  // The bytes of an attachment that a source holds are kept in nothing else.
  { table: 'attachments', column: 'blob', unless: 'held_by' },
  { table: 'attachments', column: 'held_by' },
  { table: 'outbox', column: 'blob' },
  { table: 'office_previews', column: 'pdf' },
  { table: 'drive_chunks', column: 'blob', unless: 'held_by' },
  { table: 'drive_chunks', column: 'held_by' },
];

/** Other columns of bytes, with what they are. */
export const OTHER_BYTES: Record<string, string> = {
  'orphaned_blobs.blob': 'what may be thrown away',
  'damaged_blobs.blob': 'what was found damaged or missing',
  'office_previews.source': 'the attachment that a preview was made from; the preview does not keep it',
  'file_texts.blob': 'the attachment that a text was read from; the text does not keep it',
  'messages.delivery_key': 'a hash of a delivery',
  'discarded_deliveries.delivery_key': 'a hash of a delivery',
  'moved_in_messages.content_hash': 'a hash of a message at another provider',
  'thread_keys.key': 'a hash of a Message-ID and a subject',
  'sessions.token_hash': 'a hash of a token',
  'second_steps.totp_secret': 'an encrypted secret',
  'second_steps.pending_secret': 'an encrypted secret',
  'recovery_codes.code_hash': 'a hash of a code',
  'sign_in_challenges.token_hash': 'a hash of a token',
  'trusted_devices.token_hash': 'a hash of a cookie',
  'phone_codes.sealed': 'an encrypted number and code',
  'phone_codes.bound': 'a hash of a token',
  'phone_sends.number_hash': 'a keyed hash of a number',
  'sign_on_attempts.token_hash': 'a hash of a token',
  'sign_on_attempts.browser_hash': 'a hash of a cookie',
  'sign_on_providers.client_secret': 'an encrypted secret',
  'domain_keys.private_key': 'an encrypted secret',
  'admin_tokens.token_hash': 'a hash of a token',
  'app_passwords.token_hash': 'a hash of a password of random bits',
  'passkeys.credential': 'the id that an authenticator gave to its key',
  'passkeys.public_key': 'a public key',
  'passkey_challenges.challenge_hash': 'a hash of random bits',
  'passkey_challenges.bound_to': 'a hash of a token',
  'reset_links.token_hash': 'a hash of a token',
  'recovery_addresses.code_hash': 'a keyed hash of a code',
  'sign_ins.device': 'a hash of a device’s cookie',
  'security_events.merge_key': 'a hash of what is merged with what',
  'avatars.small': 'a picture, made anew from what was uploaded',
  'avatars.large': 'the same, wider',
  'known_devices.device': 'a hash of a device’s cookie, or of what a program says about itself',
  'drive_versions.content_hash': 'a hash of the bytes, or of the hashes of the chunks',
  'drive_shares.token_hash': 'a hash of a token',
  'drive_shares.token_sealed': 'an encrypted token',
  'drive_thumbnails.picture': 'a small picture, drawn anew where it is missing',
  'drive_office_tokens.token_hash': 'a hash of a token',
  'tracking_marks.token_hash': 'a hash of a token',
  'signing_keys.key': 'a secret',
  'forward_addresses.code_hash': 'a keyed hash of a code',
  'automatic_replies.text_hash': 'a hash of a text',
};
