import type { Kernel } from './kernel.ts';
import { SKIPPED_CHANGES } from './skipped-changes.ts';

/** Greater than any before, and than any value that a restore rolled back. */
const NEXT_UID_VALIDITY = 'greatest(uid_validity + 1, extract(epoch from now())::bigint)';

/** Messages, their state, and the user's settings for them. */
export const MAIL = {
  name: 'mail',
  journal: {
    state: 'mailbox_state',
    channel: 'mailboxes_changed',
    event: null,
    alsoSkipped: {
      stated_seq: `stated_seq + ${SKIPPED_CHANGES}`,
      uid_validity: NEXT_UID_VALIDITY,
      uid_validity_floor: NEXT_UID_VALIDITY,
    },
  },
  mailboxRows: [
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
    { table: 'message_state' },
    { table: 'expunged' },
    { table: 'removed_messages', notExported: 'messages that mail programs have removed' },
    { table: 'message_structures' },
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
    { table: 'sent_by_mailbox' },
  ],
  mailboxNames: {
    'outbox_recipients.local_mailbox_id': 'the sender still sees to whom it went',
  },
  blobColumns: [
    { table: 'messages', column: 'blob' },
    // An attachment that is a range of a source has no blob of its own.
    { table: 'attachments', column: 'blob', unless: 'held_by' },
    { table: 'attachments', column: 'held_by' },
    { table: 'removed_messages', column: 'blob' },
    { table: 'outbox', column: 'blob' },
    { table: 'office_previews', column: 'pdf' },
  ],
  otherBytes: {
    'office_previews.source': 'the attachment that a preview was made from; the preview does not keep it',
    'file_texts.blob': 'the attachment that a text was read from; the text does not keep it',
    'messages.delivery_key': 'a hash of a delivery',
    'message_structures.fields': 'header fields of a message, as they stand in its source',
    'discarded_deliveries.delivery_key': 'a hash of a delivery',
    'moved_in_messages.content_hash': 'a hash of a message at another provider',
    'thread_keys.key': 'a hash of a Message-ID and a subject',
    'tracking_marks.token_hash': 'a hash of a token',
    'forward_addresses.code_hash': 'a keyed hash of a code',
    'automatic_replies.text_hash': 'a hash of a text',
  },
  leftOut: {
    changes: 'after a restore every client reads its mailbox anew',
    mail_restores: 'jobs of the installation that it came from',
  },
} satisfies Kernel;
