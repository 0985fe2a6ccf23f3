/**
 * Which room writes and reads which table of the server, as data for tools/check-table-owners.ts. A table
 * that is not listed has exactly one writer. A list that grows means that a kernel lacks an operation.
 */
export type Shared = Readonly<Record<string, readonly string[]>>;

/** Table name prefixes of the kernels; all other tables belong to mail and what it builds on. */
export const KERNEL_TABLES: Readonly<Record<string, string>> = {
  calendar: 'calendar',
  contacts: 'contact_',
  drive: 'drive_',
};

/** Tables with several writers. */
export const WRITERS: Shared = {
  addresses: ['features/people', 'features/senders', 'mail/settings'],
  admin_tokens: ['features/administrators', 'features/backup', 'features/people'],
  app_passwords: ['features/session', 'identity/security'],
  attachments: ['features/cleaning', 'mail/attachments', 'mail/messages', 'mail/settings'],
  audit_log: ['features/backup', 'features/cleaning', 'identity/administration'],
  automatic_replies: ['features/rules', 'features/vacation'],
  calendar_owed: ['calendar', 'features/backup'],
  correspondents: ['features/recipients', 'mail/people'],
  discarded_deliveries: ['features/cleaning', 'mail/incoming'],
  domain_templates: ['features/cleaning', 'features/templates'],
  domains: ['admin', 'features/outgoing-queue', 'features/people'],
  drive_chunks: ['drive', 'features/drive'],
  drive_copies: ['drive', 'features/cleaning', 'features/drive'],
  drive_entries: ['drive', 'features/drive'],
  drive_locks: ['drive', 'features/drive'],
  drive_office_tokens: ['drive', 'features/drive', 'features/office'],
  drive_share_entries: ['drive', 'features/drive'],
  drive_texts: ['drive', 'features/drive'],
  drive_versions: ['drive', 'features/drive'],
  drive_words: ['drive', 'features/drive'],
  file_texts: ['features/cleaning', 'mail/file-texts'],
  folders: ['mail/folders', 'mail/mailbox'],
  group_allowed: ['features/groups', 'mail/groups'],
  group_failures: ['mail/groups'],
  group_members: ['features/groups', 'mail/groups'],
  invoices: ['features/invoices', 'mail/invoice-files'],
  labels: ['mail/labels', 'mail/mailbox'],
  list_rows: ['mail/mailbox', 'mail/rebuild'],
  mailbox_state: ['features/people', 'mail/folders', 'mail/forwarding', 'mail/labels', 'mail/mailbox'],
  mailboxes: [
    'features/account',
    'features/outgoing-queue',
    'features/people',
    'features/session',
    'mail/outbox',
    'mail/rebuild',
    'identity/phone',
    'identity/security',
  ],
  merges: ['features/backup', 'features/cleaning', 'features/merges'],
  merged_threads: ['features/transfer', 'mail/threads'],
  expunged: ['mail/mailbox', 'mail/messages'],
  message_search: ['mail/file-texts', 'mail/messages'],
  message_state: ['mail/mailbox', 'mail/messages'],
  office_previews: ['features/cleaning', 'features/previews', 'features/scrub'],
  outbox: ['features/backup', 'features/cleaning', 'features/recall', 'mail/outbox'],
  outbox_recipients: [
    'features/backup',
    'features/bounces',
    'features/outgoing-queue',
    'features/recall',
    'mail/outbox',
  ],
  passkey_challenges: ['features/session', 'identity/security'],
  periodic_sends: ['features/backup', 'features/periodic'],
  profile_links: ['features/cleaning', 'features/session'],
  reset_links: ['features/session', 'identity/security'],
  rules: ['features/rules', 'mail/forwarding'],
  second_steps: ['features/session', 'identity/security'],
  sessions: ['features/cleaning', 'features/session', 'identity/security'],
  sign_in_challenges: ['features/session', 'identity/security'],
  sign_ins: ['features/cleaning', 'features/session'],
  threads: ['features/transfer', 'mail/mailbox', 'mail/threads'],
};

/** Tables read by a room of another kernel. */
export const FOREIGN_READERS: Shared = {
  addresses: ['calendar', 'drive'],
  avatars: ['contacts'],
  calendar_rooms: ['mail/incoming'],
  directory_entries: ['contacts'],
  domains: ['calendar', 'contacts', 'drive'],
  group_members: ['calendar'],
  groups: ['calendar'],
  drive_entries: ['mail/attachments'],
  drive_saved_files: ['mail/attachments'],
  mailboxes: ['calendar', 'contacts', 'drive'],
  settings: ['calendar'],
};
