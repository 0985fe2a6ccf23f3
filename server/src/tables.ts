import type { TraceEvent } from '@bocau/contract/admin-mail.ts';
import type { AdminAct } from '@bocau/contract/administration.ts';
import type { BulkJob, BulkWhere } from '@bocau/contract/bulk.ts';
import type { DirectoryMode } from '@bocau/contract/directory.ts';
import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailAddress, Sender } from '@bocau/contract/fields.ts';
import type { FollowUpWish } from '@bocau/contract/follow-ups.ts';
import type { GroupJoining, GroupSeenBy, GroupStrangers, GroupWriters } from '@bocau/contract/groups.ts';
import type { GroupDecision } from '@bocau/contract/held-messages.ts';
import type { LabelColor } from '@bocau/contract/labels.ts';
import type { Merge, MergeColumn } from '@bocau/contract/merges.ts';
import type {
  PeriodicRule,
  ReceiptState,
  SenderChecks,
  SpamVerdict,
  Tracking,
} from '@bocau/contract/messages.ts';
import type { Gender } from '@bocau/contract/profile.ts';
import type { NoticeContent } from '@bocau/contract/push.ts';
import type { BlockRule, FilterRule, RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import type { RuleProblem } from '@bocau/contract/rules.ts';
import type { EventMethod, SecurityChange, SignInOutcome, SignInProtocol } from '@bocau/contract/security.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type {
  CalendarBookingsTable,
  CalendarChangeKind,
  CalendarFilesTable,
  CalendarHandOversTable,
  CalendarImportStepsTable,
  CalendarImportsTable,
  CalendarLinksTable,
  CalendarMembersTable,
  CalendarObjectsTable,
  CalendarOccurrencesTable,
  CalendarOwedTable,
  CalendarProposalsTable,
  CalendarRemindersTable,
  CalendarRoomsTable,
  CalendarSearchTable,
  CalendarStateTable,
  CalendarSubscriptionsTable,
  CalendarsOfDomainsTable,
  CalendarsTable,
  CalendarTasksTable,
} from './calendar-tables.ts';
import type {
  ContactBookMembersTable,
  ContactBooksTable,
  ContactBulkJobsTable,
  ContactCardsTable,
  ContactChangeKind,
  ContactGroupsTable,
  ContactListMembersTable,
  ContactPointsTable,
  ContactStateTable,
} from './contact-tables.ts';
import type {
  DriveChangeKind,
  DriveChunksTable,
  DriveCopiesTable,
  DriveCopyFoldersTable,
  DriveDeletionsTable,
  DriveEntriesTable,
  DriveOfficeTokensTable,
  DriveSharesTable,
  DriveStateTable,
  DriveUploadsTable,
  DriveVersionsTable,
} from './drive-tables.ts';
import type { InvoicesTable } from './invoice-tables.ts';
import type { SignInMethod } from './platform/caller.ts';
import type { Db as AnyDb, ReadDb as AnyReadDb, Tx as AnyTx } from './platform/db/database.ts';
import type { BodyPart } from './platform/mime/body-structure.ts';
import type { CalendarMark } from './platform/mime/calendar-mark.ts';

/** What reads take. */
export type ReadDb = AnyReadDb<Tables>;
/** What transactions are opened on. */
export type Db = AnyDb<Tables>;
/** What writes take. */
export type Tx = AnyTx<Tables>;

/** The tables of `migrations/`, as kysely knows them. Times are Unix seconds; int8 is read as a number. */
export type Tables = {
  domains: DomainsTable;
  mailboxes: MailboxesTable;
  addresses: {
    address: string;
    mailbox_id: number;
    sender_name: string | null;
    default_sender: Generated<boolean>;
    signature: string | null;
  };
  sessions: SessionsTable;
  memberships: { mailbox_id: number; person_id: number; rights: string[]; created_at: number };
  sign_ins: SignInsTable;
  security_events: SecurityEventsTable;
  avatars: { mailbox_id: number; hash: string; small: Buffer; large: Buffer; at: number };
  directory_entries: DirectoryEntriesTable;
  audit_log: AuditLogTable;
  admin_tokens: AdminTokensTable;
  known_devices: { mailbox_id: number; device: Buffer; last_at: number };
  second_steps: SecondStepsTable;
  recovery_codes: { mailbox_id: number; code_hash: Buffer; created_at: number; used_at: number | null };
  wrong_codes: { mailbox_id: number; id: string; at: number };
  sign_in_challenges: SignInChallengesTable;
  phone_codes: PhoneCodesTable;
  phone_sends: { mailbox_id: number; id: string; number_hash: Buffer; at: number };
  phone_budget: { id: Generated<number>; day: number; sent: number };
  trusted_devices: { mailbox_id: number; token_hash: Buffer; created_at: number; expires_at: number };
  app_passwords: AppPasswordsTable;
  profile_links: ProfileLinksTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  reset_links: { mailbox_id: number; token_hash: Buffer; created_at: number; expires_at: number };
  recovery_addresses: RecoveryAddressesTable;
  recovery_requests: { id: string; at: number; email: string; network: string };
  domain_keys: {
    domain_id: number;
    selector: string;
    private_key: Buffer;
    signs: boolean;
    created_at: number;
  };
  sign_on_providers: SignOnProvidersTable;
  sign_on_attempts: SignOnAttemptsTable;
  sign_on_links: SignOnLinksTable;
  mailbox_state: MailboxStateTable;
  folders: FoldersTable;
  labels: LabelsTable;
  threads: {
    mailbox_id: number;
    id: string;
    message_count: number;
    emptied_at: number | null;
    snoozed: boolean | null;
    awaiting: boolean | null;
    muted: boolean | null;
  };
  merged_threads: { mailbox_id: number; id: string; thread_id: string };
  thread_keys: { mailbox_id: number; key: Buffer; thread_id: string };
  messages: MessagesTable;
  message_contents: MessageContentsTable;
  attachments: AttachmentsTable;
  list_rows: ListRowsTable;
  changes: { mailbox_id: number; seq: number; kind: ChangeKind; entity: string; at: number };
  message_search: { mailbox_id: number; message_id: string; received_at: number; words: string };
  message_state: MessageStateTable;
  removed_messages: RemovedMessagesTable;
  snooze_times: { mailbox_id: number; at: number };
  expunged: { mailbox_id: number; folder_id: string; modseq: number; uid: number; at: number };
  message_structures: {
    mailbox_id: number;
    message_id: string;
    fields: Buffer | null;
    structure: Json<BodyPart>;
  };
  derived_versions: DerivedVersionsTable;
  correspondents: CorrespondentsTable;
  unsubscribed_senders: { mailbox_id: number; newsletter: string; at: number };
  bulk_jobs: BulkJobsTable;
  bulk_steps: BulkStepsTable;
  orphaned_blobs: { blob: Buffer; at: number };
  damaged_blobs: { blob: Buffer; state: DamageState; found_at: number; mended_at: number | null };
  blob_scrub: BlobScrubTable;
  settings: { mailbox_id: number; key: string; value: Json<string | number | boolean> };
  rules: RulesTable;
  moved_in_folders: { mailbox_id: number; id: string; source: string; folder: string };
  moved_in_messages: MovedInMessagesTable;
  discarded_deliveries: { mailbox_id: number; delivery_key: Buffer; at: number };
  signing_keys: { name: string; key: Buffer; created_at: number };
  office_previews: OfficePreviewsTable;
  file_texts: FileTextsTable;
  drafts: DraftsTable;
  outbox: OutboxTable;
  outbox_recipients: OutboxRecipientsTable;
  mail_trace: MailTraceTable;
  mail_restores: MailRestoresTable;
  held_senders: HeldSendersTable;
  held_destinations: { destination: string; at: number; actor: string; reason: string };
  processes: ProcessesTable;
  push_keys: { only_one: Generated<boolean>; public_key: string; private_key: Buffer; created_at: number };
  push_subscriptions: PushSubscriptionsTable;
  silent_hosts: { address: string; failures: number; open_at: number; probe_until: number | null };
  periodic_sends: PeriodicSendsTable;
  tracking_marks: { token_hash: Buffer; mailbox_id: number; message_id: string };
  invitation_answers: InvitationAnswersTable;
  invoices: InvoicesTable;
  merges: MergesTable;
  merge_rows: MergeRowsTable;
  merge_files: MergeFilesTable;
  merge_refusals: { mailbox_id: number; address: string; email: string; by: 'link' | 'person'; at: number };
  invoice_contents: {
    mailbox_id: number;
    message_id: string;
    position: number;
    content: JSONColumnType<object>;
  };
  receipts: { mailbox_id: number; message_id: string; address: string; at: number };
  forward_addresses: ForwardAddressesTable;
  forward_codes: { mailbox_id: number; id: string; address: string; first: boolean; sent_at: number };
  forward_failures: { mailbox_id: number; address: string; source: string; at: number };
  automatic_replies: { mailbox_id: number; sender: string; text_hash: Buffer | null; at: number };
  signatures: { mailbox_id: number; id: string; name: string; html: string };
  templates: TemplatesTable;
  domain_templates: { domain_id: number; id: string; version: number; deleted_at: number | null };
  domain_template_versions: DomainTemplateVersionsTable;
  domain_template_images: DomainTemplateImagesTable;
  template_keepers: { domain_id: number; person_id: number; added_at: number };
  groups: {
    id: Generated<number>;
    domain_id: number;
    address: string;
    name: string;
    writers: GroupWriters;
    created_at: number;
    strangers: Generated<GroupStrangers>;
    keepers_told_at: number | null;
    joining: Generated<GroupJoining>;
    leaving: Generated<boolean>;
    seen_by: Generated<GroupSeenBy>;
  };
  group_members: GroupMembersTable;
  group_writers: { group_id: number; address: string };
  group_messages: GroupMessagesTable;
  group_failures: { group_id: number; address: string; source: string; at: number };
  group_keepers: { group_id: number; person_id: number; added_at: number };
  group_allowed: { group_id: number; address: string };
  group_held: GroupHeldTable;
  group_requests: { group_id: number; person_id: number; asked_at: number };
  drive_state: DriveStateTable;
  drive_entries: DriveEntriesTable;
  drive_words: { mailbox_id: number; entry_id: string; word: string };
  drive_texts: {
    mailbox_id: number;
    entry_id: string;
    version_id: string;
    place: number | null;
    words: string | null;
  };
  drive_versions: DriveVersionsTable;
  drive_chunks: DriveChunksTable;
  drive_uploads: DriveUploadsTable;
  drive_changes: { mailbox_id: number; seq: number; kind: DriveChangeKind; entity: string; at: number };
  drive_shares: DriveSharesTable;
  drive_share_entries: { mailbox_id: number; share_id: string; entry_id: string };
  drive_share_people: {
    mailbox_id: number;
    share_id: string;
    address: string;
    with_mailbox_id: number | null;
    left_entries: Generated<string[]>;
  };
  drive_deletions: DriveDeletionsTable;
  drive_copies: DriveCopiesTable;
  drive_copy_folders: DriveCopyFoldersTable;
  drive_heirs: { mailbox_id: number; heir_mailbox_id: number };
  sent_by_mailbox: { mailbox_id: number; day: number; messages: number };
  sent_by_domain: { domain_id: number; day: number; messages: number };
  drive_share_guesses: { mailbox_id: number; share_id: string; id: string; at: number };
  drive_saved_files: { mailbox_id: number; attachment_id: string; entry_id: string };
  drive_locks: { mailbox_id: number; entry_id: string; lock: string; expires_at: number; holder: string };
  drive_office_tokens: DriveOfficeTokensTable;
  drive_thumbnails: { mailbox_id: number; version_id: string; picture: Buffer | null };
  contact_state: ContactStateTable;
  contact_books: ContactBooksTable;
  contact_book_members: ContactBookMembersTable;
  contact_cards: ContactCardsTable;
  contact_sources: { mailbox_id: number; card_id: string; source: Buffer };
  contact_points: ContactPointsTable;
  contact_list_members: ContactListMembersTable;
  contact_lists: { mailbox_id: number; list_key: string; name: string; total: number };
  contact_groups: ContactGroupsTable;
  contact_group_members: { mailbox_id: number; card_id: string; uid: string };
  contact_photos: {
    mailbox_id: number;
    card_id: string;
    photo_key: string;
    small: Buffer | null;
    large: Buffer | null;
  };
  contact_bulk_jobs: ContactBulkJobsTable;
  contact_bulk_steps: {
    mailbox_id: number;
    job_id: string;
    card_id: string;
    book_id: string | null;
    is_group: boolean;
  };
  contact_imports: { mailbox_id: number; id: string; at: number; cards: number };
  contact_merges: {
    mailbox_id: number;
    id: string;
    at: number;
    card_id: string;
    source: Buffer;
    seq: number;
    merged: string[];
  };
  contact_changes: {
    mailbox_id: number;
    seq: number;
    kind: ContactChangeKind;
    entity: string;
    at: number;
  };
  contact_removed: { mailbox_id: number; book_id: string; name: string; seq: number; at: number };
  calendar_state: CalendarStateTable;
  calendars: CalendarsTable;
  calendar_members: CalendarMembersTable;
  calendars_of_domains: CalendarsOfDomainsTable;
  calendar_files: CalendarFilesTable;
  calendar_hand_overs: CalendarHandOversTable;
  calendar_links: CalendarLinksTable;
  calendar_subscriptions: CalendarSubscriptionsTable;
  calendar_objects: CalendarObjectsTable;
  calendar_sources: {
    mailbox_id: number;
    object_id: string;
    source: Buffer;
    before_split: Buffer | null;
    before_split_calendar: string | null;
    split_off: string | null;
    split_seq: number | null;
  };
  calendar_occurrences: CalendarOccurrencesTable;
  calendar_reminders: CalendarRemindersTable;
  calendar_refreshes: { mailbox_id: number; object_id: string; at: number };
  calendar_changes: {
    mailbox_id: number;
    seq: number;
    kind: CalendarChangeKind;
    entity: string;
    at: number;
  };
  calendar_tasks: CalendarTasksTable;
  calendar_owed: CalendarOwedTable;
  calendar_proposals: CalendarProposalsTable;
  calendar_rooms: CalendarRoomsTable;
  calendar_room_bookers: { room_id: number; address: string };
  calendar_bookings: CalendarBookingsTable;
  calendar_search: CalendarSearchTable;
  calendar_imports: CalendarImportsTable;
  calendar_import_steps: CalendarImportStepsTable;
  calendar_removed: { mailbox_id: number; calendar_id: string; name: string; seq: number; at: number };
  installation: { only_one: Generated<boolean>; id: Generated<string> };
  last_backup: {
    only_one: Generated<boolean>;
    name: string;
    at: number;
    dir: string;
    lost: number;
    damaged: Generated<number>;
  };
  demo_world: { only_one: Generated<boolean>; began_at: number; finished_at: number | null };
};

/** `message`: one that is gone for good, where the mailbox's lists show single messages. */
export type ChangeKind =
  | 'thread'
  | 'message'
  | 'merged'
  | 'folder'
  | 'label'
  | 'new_mail'
  | 'quota'
  | 'bulk'
  | 'settings';

type HeldSendersTable = {
  mailbox_id: number;
  at: number;
  actor: string;
  reason: string;
  /** By what it was held automatically. */
  brake: 'hour' | 'day' | 'refused' | null;
};

type DomainsTable = {
  id: Generated<number>;
  name: string;
  verified: boolean;
  active: Generated<boolean>;
  suspended_at: number | null;
  suspended_reason: string | null;
  recall_seconds: number | null;
  recall_read: Generated<boolean>;
  require_two_step: Generated<boolean>;
  sms_codes: Generated<boolean>;
  storage_mb: number | null;
  merges_per_day: number | null;
  brake_per_hour: number | null;
  brake_per_day: number | null;
  catch_all_mailbox_id: number | null;
  outside_links: Generated<boolean>;
  outside_link_days: number | null;
  seats: number | null;
  directory: Generated<DirectoryMode>;
  tax_code: string | null;
  created_at: number;
};

type MailboxesTable = {
  id: Generated<number>;
  domain_id: number;
  email: string;
  name: string;
  kind: 'owner' | 'member';
  provider: Generated<boolean>;
  password_hash: string | null;
  enable_smtp: Generated<boolean>;
  enable_drive: Generated<boolean>;
  enable_recall: Generated<boolean>;
  /** Those of the three that a provider has switched off. */
  withheld: Generated<string[]>;
  quota_mb: number;
  drive_quota_mb: Generated<number>;
  auto_quota: Generated<boolean>;
  /** Held automatically where they send far more than usual. */
  brake: Generated<boolean>;
  brake_per_hour: number | null;
  brake_per_day: number | null;
  brake_from: Generated<number>;
  /** May sign in. */
  active: Generated<boolean>;
  /** From colleagues: in no list of theirs. */
  hidden: Generated<boolean>;
  sending_suspended_at: number | null;
  receiving_suspended_at: number | null;
  deleted_at: number | null;
  purge_at: number | null;
  active_when_deleted: boolean | null;
  /** Of how many kinds of what is derived its versions are written down. */
  derived_kinds: Generated<number>;
  created_at: number;
  /** Programs that had signed in by then have to do so again. */
  signed_out_at: number | null;
  sign_outs: Generated<number>;
  /** Since when somebody else may know the password. */
  password_exposed_at: number | null;
  /** As 1990-12-31. */
  birth_date: string | null;
  gender: Gender | null;
  phone: string | null;
};

type DirectoryEntriesTable = {
  mailbox_id: number;
  domain_id: number;
  title: string;
  department: string;
  phone: string;
  manager_mailbox_id: number | null;
  listed: boolean;
  given_key: string;
  words: string;
};

type SessionsTable = {
  token_hash: Buffer;
  mailbox_id: number;
  created_at: number;
  expires_at: number;
  address: string;
  user_agent: string;
  id: Generated<string>;
  method: Generated<SignInMethod>;
  last_used_at: number | null;
  ends_at: number | null;
  /** By what it was opened. */
  protocol: Generated<SignInProtocol>;
  /** Null: when it began. */
  proven_at: number | null;
  /** Main addresses that its person had while it lasted. */
  former_addresses: Generated<string[]>;
};

type SecurityEventsTable = {
  mailbox_id: number;
  id: Generated<number>;
  kind: 'sign_in' | SecurityChange;
  method: EventMethod | null;
  outcome: SignInOutcome | null;
  protocol: SignInProtocol | null;
  address: string;
  user_agent: string;
  about: Generated<string>;
  first_at: number;
  at: number;
  times: Generated<number>;
  merge_key: Buffer | null;
};

type AdminTokensTable = {
  id: string;
  name: string;
  token_hash: Buffer;
  scopes: string[];
  domain_id: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
};

type AuditLogTable = {
  /** Null: of no domain of ours. */
  domain_id: number | null;
  id: Generated<number>;
  at: number;
  /** Null: by a token, or at the command line. */
  actor_mailbox_id: number | null;
  token_id: string | null;
  actor: string;
  address: string;
  /** Null where it was done to something else than a person. */
  person_mailbox_id: number | null;
  /** What it was done to, as it was called at that time. */
  person: string;
  act: AdminAct;
  before: string | null;
  after: string | null;
};

type SignInsTable = {
  id: Generated<number>;
  at: number;
  email: string;
  address: string;
  /** Null in rows of the release before, whose address stands for it. */
  network: string | null;
  /** Of IPv6, around the network. */
  site: string | null;
  device: Buffer | null;
  user_agent: string;
  mailbox_id: number | null;
  succeeded: boolean;
};

type SecondStepsTable = {
  mailbox_id: number;
  totp_secret: Buffer | null;
  since: number | null;
  last_step: Generated<number>;
  pending_secret: Buffer | null;
  pending_at: number | null;
};

type SignInChallengesTable = {
  token_hash: Buffer;
  mailbox_id: number;
  created_at: number;
  expires_at: number;
  wrong_codes: Generated<number>;
};

type PhoneCodesTable = {
  mailbox_id: number;
  purpose: 'verify' | 'sign_in' | 'recovery';
  id: string;
  sealed: Buffer;
  method: 'sms' | 'call';
  bound: Buffer | null;
  state: Generated<'queued' | 'sent' | 'failed'>;
  sent_at: number;
  expires_at: number;
  wrong_tries: Generated<number>;
};

type RecoveryAddressesTable = {
  mailbox_id: number;
  address: string | null;
  verified_at: number | null;
  pending_address: string | null;
  code_hash: Buffer | null;
  code_sent_at: number | null;
  wrong_tries: Generated<number>;
};

type AppPasswordsTable = {
  mailbox_id: number;
  id: string;
  token_hash: Buffer;
  name: string;
  scopes: string[];
  created_at: number;
  last_used_at: number | null;
  last_used_from: string | null;
};

type ProfileLinksTable = {
  mailbox_id: number;
  app_password_id: string;
  token_hash: Buffer;
  session_id: string;
  sealed: Buffer;
  expires_at: number;
};

type PasskeysTable = {
  mailbox_id: number;
  id: string;
  credential: Buffer;
  public_key: Buffer;
  counter: number;
  transports: string[];
  backed_up: boolean;
  name: string;
  created_at: number;
  last_used_at: number | null;
};

type SignOnProvidersTable = {
  domain_id: number;
  issuer: string;
  client_id: string;
  client_secret: Buffer | null;
  trust_email: Generated<boolean>;
};

type SignOnAttemptsTable = {
  token_hash: Buffer;
  domain_id: number;
  browser_hash: Buffer;
  return_to: string;
  created_at: number;
  expires_at: number;
  issuer: string | null;
  subject: string | null;
  email: string | null;
  email_verified: Generated<boolean>;
};

type SignOnLinksTable = {
  mailbox_id: number;
  id: string;
  domain_id: number;
  issuer: string;
  subject: string;
  email: string;
  created_at: number;
  last_used_at: number | null;
};

type PasskeyChallengesTable = {
  challenge_hash: Buffer;
  purpose: 'add' | 'sign_in' | 'step' | 'proof';
  mailbox_id: number | null;
  bound_to: Buffer | null;
  expires_at: number;
};

type MailboxStateTable = {
  mailbox_id: number;
  seq: Generated<number>;
  forgotten_seq: Generated<number>;
  used_bytes: Generated<number>;
  rules_version: Generated<number>;
  stated_seq: Generated<number>;
  uid_validity: Generated<number>;
  uid_validity_floor: Generated<number>;
  drafts_read_at: Generated<number>;
  labelled_seq: number | null;
};

type RemovedMessagesTable = {
  mailbox_id: number;
  id: string;
  folder_id: string;
  removed_at: number;
  received_at: number;
  blob: Buffer;
  size: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  subject: string;
  snippet: string;
  sender: JSONColumnType<Sender>;
  recipients: JSONColumnType<MailAddress[]>;
  spoofed: boolean;
  sender_checks: Json<SenderChecks | null> | null;
  spam: Json<SpamVerdict | null> | null;
  label_ids: string[] | null;
};

type MessageStateTable = {
  mailbox_id: number;
  message_id: string;
  folder_id: string;
  uid: number;
  modseq: number;
  received_at: number;
  source: number;
  size: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  deleted: Generated<boolean>;
  keywords: Generated<string[]>;
  saved_at: number | null;
  label_ids: string[] | null;
};

type FoldersTable = {
  mailbox_id: number;
  id: string;
  parent_id: string | null;
  name: string;
  path: string;
  path_key: string;
  role: string | null;
  position: number | null;
  subscribed: Generated<boolean>;
  total_threads: Generated<number>;
  unread_threads: Generated<number>;
  total_messages: Generated<number>;
  unread_messages: Generated<number>;
  uid_validity: number | null;
  uid_next: Generated<number>;
  forgotten_modseq: Generated<number>;
};

type LabelsTable = {
  mailbox_id: number;
  id: string;
  name: string;
  path_key: string;
  color: LabelColor;
  position: number | null;
  keyword: string;
  hidden: Generated<boolean>;
  total_threads: Generated<number>;
  unread_threads: Generated<number>;
  total_messages: Generated<number>;
  unread_messages: Generated<number>;
  deleted_at: number | null;
};

type Json<T> = ColumnType<T, string, string>;

type MessagesTable = {
  mailbox_id: number;
  id: string;
  thread_id: string;
  folder_id: string;
  old_folder_id: string | null;
  first_folder_id: string;
  received_at: number;
  unread: boolean;
  starred: boolean;
  answered: boolean;
  draft: boolean;
  spoofed: boolean;
  has_attachments: boolean;
  important: Generated<boolean>;
  receipt: ReceiptState | null;
  size: number;
  trashed_at: number | null;
  delivery_key: Buffer | null;
  blob: Buffer | null;
  send_state: SendState | null;
  tracking: Json<Tracking | null> | null;
  message_id_header: string | null;
  subject: string;
  snippet: string;
  sender: JSONColumnType<Sender>;
  recipients: JSONColumnType<MailAddress[]>;
  label_ids: string[] | null;
  snoozed_until: number | null;
  back_at: number | null;
  follow_up_at: number | null;
  pinned_folder_id: string | null;
  muted: boolean | null;
  newsletter: string | null;
};

/** The header fields that only an opened message shows. */
export type MessageHeaders = {
  to: MailAddress[];
  cc: MailAddress[];
  bcc: MailAddress[];
  replyTo: MailAddress[];
  unsubscribe: { mailto: string | null; url: string | null; oneClick: boolean } | null;
  /** Who asks to be told that it was read; `elsewhere`: not where the message came from. */
  receiptTo?: MailAddress & { elsewhere: boolean };
};

type MessageContentsTable = {
  mailbox_id: number;
  message_id: string;
  sent_at: number;
  in_reply_to: string | null;
  refs: string[];
  headers: JSONColumnType<MessageHeaders>;
  body: string | null;
  body_is_html: boolean;
  body_clipped: boolean;
  sender_checks: Json<SenderChecks | null> | null;
  spam: Json<SpamVerdict | null> | null;
};

type AttachmentsTable = {
  mailbox_id: number;
  id: string;
  message_id: string | null;
  position: number;
  name: string;
  content_type: string;
  content_id: string | null;
  inline: boolean;
  size: number;
  blob: Buffer;
  loose_since: number | null;
  public: Generated<boolean>;
  has_virus: Generated<boolean>;
  scan_message: string | null;
  held_by: Buffer | null;
  held_at: number | null;
  held_line: number | null;
  calendar: Json<CalendarMark | null> | null;
  in_signature: Generated<boolean>;
  template_id: string | null;
};

type TemplatesTable = {
  mailbox_id: number;
  id: string;
  name: string;
  folder: string;
  subject: string;
  html: string;
  recipients: Json<TemplateRecipients>;
  updated_at: number;
  uses: Generated<number>;
};

type DomainTemplateVersionsTable = {
  domain_id: number;
  template_id: string;
  version: number;
  name: string;
  folder: string;
  subject: string;
  html: string;
  recipients: Json<TemplateRecipients>;
  updated_at: number;
  updated_by: string;
};

type DomainTemplateImagesTable = {
  domain_id: number;
  id: string;
  template_id: string;
  blob: Buffer;
  size: number;
  content_type: string;
  created_at: number;
};

type InvitationAnswersTable = {
  mailbox_id: number;
  uid: string;
  recurrence: string;
  answer: 'accepted' | 'tentative' | 'declined';
  sequence: number;
  times: number;
  answered_at: number;
  organiser: string | null;
};

export type TemplateRecipients = Record<'to' | 'cc' | 'bcc', MailAddress[]>;

/** What a list row shows, as the list answers it, but for what the row's own columns and the folder's name say. */
export type ListCard = { v: number } & Omit<Thread, 'id' | 'mailbox_name' | 'unread' | 'isRead' | 'starred'>;

type ListRowsTable = {
  mailbox_id: number;
  folder_id: string;
  thread_id: string;
  last_at: number;
  unread: boolean;
  starred: boolean;
  size: number;
  sender_key: string;
  more_messages: Generated<number>;
  more_unread: Generated<number>;
  card: JSONColumnType<ListCard>;
};

type DerivedVersionsTable = {
  mailbox_id: number;
  what: string;
  version: number;
  reached_at: number | null;
  reached_id: string | null;
  finished: boolean;
};

type CorrespondentsTable = {
  mailbox_id: number;
  email: string;
  name: string;
  folded: string;
  sent_count: number;
  received_count: number;
  last_at: number;
  replaced: Generated<boolean>;
  /** Follows from the counts. */
  rank: Generated<number>;
};

/** What a bulk job acts on. `of_sender`: newsletters, or large messages, of an address outside Trash and Junk. */
export type BulkConditions = BulkWhere & { of_sender?: OfSender };
export type OfSender = { email: string; what: 'newsletters' | 'large' };

type BulkJobsTable = {
  mailbox_id: number;
  id: string;
  action: BulkJob['action'];
  folder_id: string | null;
  conditions: JSONColumnType<BulkConditions>;
  to_folder_id: string | null;
  for_good: boolean;
  state: BulkJob['state'];
  total: number;
  done: number;
  reached: string | null;
  created_at: number;
  block_senders: boolean;
  rules_made: Json<string[]>;
  rules_removed: Json<{ id: string; is_enable: boolean; definition: BlockRule }[]>;
  senders_not_blocked: number;
  filter: Json<FilterRule | null> | null;
  changed: Generated<number>;
  learned: Json<string[]>;
  single: Generated<boolean>;
  label_id: string | null;
  freed_bytes: Generated<number>;
};

type BulkStepsTable = {
  mailbox_id: number;
  job_id: string;
  message_id: string;
  folder_id: string;
  old_folder_id: string | null;
  unread: boolean;
  starred: boolean;
  trashed_at: number | null;
  label_ids: string[] | null;
};

type RulesTable = {
  mailbox_id: number;
  id: string;
  is_enable: boolean;
  definition: Json<RuleDefinition>;
  blocked_sender: string | null;
  name: string | null;
  position: Generated<number>;
  hits: Generated<number>;
  last_hit_at: number | null;
  problem: RuleProblem | null;
  changed_at: number | null;
};

type ForwardAddressesTable = {
  mailbox_id: number;
  address: string;
  rule_id: string;
  created_at: number;
  verified_at: number | null;
  code_hash: Buffer | null;
  code_sent_at: number;
  wrong_tries: Generated<number>;
};

type OfficePreviewsTable = {
  source: Buffer;
  state: 'working' | 'ready' | 'failed';
  pdf: Buffer | null;
  at: number;
  asked_by: number | null;
  failures: number | null;
};

export type DamageState = 'suspected' | 'damaged' | 'missing' | 'mended';

type BlobScrubTable = {
  id: Generated<number>;
  cursor: Generated<string>;
  began_at: number | null;
  ended_at: number | null;
  blobs: Generated<number>;
  bytes: Generated<number>;
  leased_until: Generated<number>;
  recently_read: Generated<string>;
  recently_named: Generated<string>;
  stopped_at: number | null;
};

type MailRestoresTable = {
  mailbox_id: number;
  backup: string;
  folder: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  asked_at: number;
  ended_at: number | null;
  seen: Generated<number>;
  restored: Generated<number>;
  put_back: Generated<number>;
  unreadable: Generated<number>;
};

type FileTextsTable = {
  blob: Buffer;
  words: string | null;
  failure: string | null;
  version: number;
  at: number;
};

type DraftsTable = {
  mailbox_id: number;
  message_id: string;
  version: number;
  client_key: string | null;
  action: DraftAction;
  answers: string | null;
  body: string;
  quote: string | null;
  quote_words: string;
  quote_images: string[];
  follow_up: Json<FollowUpWish | null> | null;
  tracking: boolean;
};

/** How far a message of one's own has come, where there is something to say about it. */
export type SendState = 'sending' | 'failed' | 'unclear';
export type OutboxState = 'held' | 'sending' | 'sent' | 'failed' | 'unclear' | 'cancelled';

export type PushSubscriptionsTable = {
  mailbox_id: number;
  id: string;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  content: NoticeContent;
  folders: string[];
  quiet_from: string | null;
  quiet_to: string | null;
  created_at: number;
  confirmed_at: number;
};

export type ProcessesTable = {
  id: string;
  host: string;
  pid: number;
  version: string;
  roles: string[];
  operations: string;
  started_at: number;
  seen_at: number;
  draining: boolean;
  drain_asked_at: number | null;
};

type MergesTable = {
  mailbox_id: number;
  id: string;
  title: string;
  state: 'preparing' | 'running' | 'paused' | 'stopped' | 'done';
  draft_id: string;
  source: 'csv' | 'xlsx' | 'contacts';
  source_name: string;
  columns: Json<MergeColumn[]>;
  address_column: number | null;
  name_column: number | null;
  file_column: number | null;
  drive_folder_id: string | null;
  person_id: number;
  unsubscribe: boolean;
  faults: Json<Merge['faults']>;
  content: JSONColumnType<object> | null;
  wait: 'hour_limit' | 'day_limit' | 'queue' | 'sender_held' | null;
  wait_until: number | null;
  paused_by: 'person' | 'sender_not_allowed' | 'quota' | 'error' | 'restored' | 'stranger' | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  start_at: number | null;
  taken_by: string | null;
};

type MergeRowsTable = {
  mailbox_id: number;
  merge_id: string;
  row: number;
  line: number;
  cells: Json<string[]>;
  address: Generated<string>;
  problems: Generated<string[]>;
  empty_fields: Generated<string[]>;
  left_out: Generated<boolean>;
  state: Generated<'waiting' | 'out' | 'skipped' | 'stopped'>;
  outbox_id: string | null;
  message_id: string | null;
  sent_at: number | null;
};

type MergeFilesTable = {
  mailbox_id: number;
  merge_id: string;
  id: string;
  name_key: string | null;
  name: string;
  content_type: string;
  size: number;
  blob: Buffer;
  held_by: Buffer | null;
  held_at: number | null;
  held_line: number | null;
};

type OutboxTable = {
  mailbox_id: number;
  id: string;
  message_id: string;
  kind: 'send' | 'schedule' | 'period' | 'forward' | 'notice' | 'reply';
  state: OutboxState;
  due_at: number;
  undo_until: number | null;
  created_at: number;
  finished_at: number | null;
  sender: string;
  author: string | null;
  error: string | null;
  recalled_at: number | null;
  merge_id: string | null;
  blob: Buffer | null;
  recipient_count: number;
  counted_at: number;
  message_removed_at: number | null;
  person_id: number | null;
  is_repeated: Generated<boolean>;
  set_aside: Json<{ message_id: string; from_folder_id: string }[] | null> | null;
};

export type RecipientState =
  | 'waiting'
  | 'held'
  | 'trying'
  | 'handing_over'
  | 'delivered'
  | 'failed'
  | 'unclear'
  | 'recalled';

type OutboxRecipientsTable = {
  mailbox_id: number;
  outbox_id: string;
  address: string;
  email: string;
  name: string;
  local_mailbox_id: number | null;
  local_message_id: string | null;
  destination: string;
  state: RecipientState;
  attempts: Generated<number>;
  unanswered: Generated<number>;
  first_tried_at: number | null;
  next_at: number | null;
  code: number | null;
  reply: string | null;
  at: number | null;
  recall: string | null;
  queued_at: number | null;
  held_at: number | null;
  kept: boolean | null;
};

type MailTraceTable = {
  slot: number;
  at: number;
  event: TraceEvent;
  message_id: string | null;
  sender: string | null;
  recipient: string | null;
  client: string | null;
  ref: string | null;
  folder: string | null;
  rule: string | null;
  verdict: string | null;
  code: number | null;
  said: string | null;
};

type PeriodicSendsTable = {
  mailbox_id: number;
  message_id: string;
  rule: JSONColumnType<PeriodicRule>;
  time_zone: string;
  state: 'active' | 'paused' | 'ended';
  last_date: number | null;
  next_at: number | null;
  sent_count: Generated<number>;
};

type MovedInMessagesTable = {
  mailbox_id: number;
  folder_id: string;
  uid_validity: number;
  uid: number;
  content_hash: Buffer;
  copy: number | null;
  keywords: string[] | null;
  labels: string[] | null;
};

type GroupMembersTable = {
  group_id: number;
  address: string;
  person_id: number | null;
  member_group_id: number | null;
  added_at: number;
  failures: Generated<number>;
  failed_at: number | null;
  suspended_at: number | null;
};

type GroupMessagesTable = {
  id: string;
  place: Generated<number>;
  group_id: number;
  delivery_key: Buffer;
  blob: Buffer | null;
  listed: Generated<boolean>;
  envelope_sender: string;
  facts: Json<GroupMessageFacts>;
  received_at: number;
  filed_to: Generated<number>;
  sent_to: Generated<string>;
  finished_at: number | null;
};

type GroupHeldTable = {
  id: string;
  group_id: number;
  delivery_key: Buffer;
  blob: Buffer | null;
  size: number;
  envelope_sender: string;
  author: string;
  author_name: string;
  subject: string;
  proven: boolean;
  client: string;
  facts: Json<GroupMessageFacts & { excerpt?: HeldExcerpt }>;
  received_at: number;
  decision: GroupDecision | null;
  decided_at: number | null;
  decided_by: string | null;
};

/** What keepers are shown of a held message. */
export type HeldExcerpt = { text: string; files: string[] };

/** What was found out about a message to a group on arrival, or which message of the outbox it was. */
export type GroupMessageFacts = {
  messageId: string | null;
  /** A person has one copy of all that has the same key, however many ways lead to them. */
  deliveryKey: string;
  earlierDelivery: { key: string; since: number } | null;
  /** Of somebody here: then each person's key is that of this outgoing message to them. */
  outgoing: { mailboxId: number; outboxId: string } | null;
  proven: boolean;
  /** The proven author, whom groups in the group may take no mail from; absent in what older releases accepted. */
  writer?: string | null;
  spoofed: boolean;
  checks: SenderChecks | null;
  spam: SpamVerdict | null;
};
