import { z } from 'zod';
import { isValidAddress } from './address.ts';
import { endpoint } from './endpoint.ts';
import { done, id, line, mailAddress, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';
import { MERGE_LIMITS } from './merge-limits.ts';

/**
 * `preparing`: the table is there and nothing has left. `running` and `paused`: the text is fixed, changes of the draft no
 * longer matter. `stopped` and `done` are ends.
 */
export const MERGE_STATES = ['preparing', 'running', 'paused', 'stopped', 'done'] as const;
export const mergeState = z.enum(MERGE_STATES);
export type MergeState = z.infer<typeof mergeState>;

/** Why a running merge sends nothing just now. */
export const MERGE_WAITS = [
  /** As many have left within an hour, or a day, as one person may send: `wait_until` says when it goes on. */
  'hour_limit',
  'day_limit',
  /** What has been handed over is still on its way. */
  'queue',
  /** The sender is suspended, or held until an administrator has looked. */
  'sender_held',
] as const;

/** Who or what has paused it. All but `person` need something to be put right before it goes on. */
export const MERGE_PAUSES = [
  'person',
  /** The address or the mailbox may no longer send. */
  'sender_not_allowed',
  /** The mailbox has no room for copies in Sent. */
  'quota',
  /** A message could not be made. */
  'error',
  /** A backup was restored: what was sent since it was made is unknown. */
  'restored',
  /** The person has said that somebody else was signed in: it may be theirs. */
  'stranger',
] as const;

/** What is wrong with a row. All but `empty_field` keep it from being sent. */
export const MERGE_PROBLEMS = [
  'no_address',
  'invalid_address',
  /** Two or more in one cell: a row is sent to one person. */
  'several_addresses',
  /** An earlier row has the same address; the first one is sent. */
  'doubled_address',
  /** They asked for no more of these. */
  'said_no',
  /** The column with files names one that is not there. */
  'no_file',
  'file_not_allowed',
  /** The message with its files is larger than one may be. */
  'mail_too_large',
  /** A field of the subject, the text or a file name is empty in this row. */
  'empty_field',
  /** Left out by a person. */
  'left_out',
] as const;
export const mergeProblem = z.enum(MERGE_PROBLEMS);
export type MergeProblem = z.infer<typeof mergeProblem>;

/** What keeps all of it from being started. */
export const MERGE_OBSTACLES = [
  'no_address_column',
  /** The text has fields for which there is no column: `fields`. */
  'unknown_field',
  /** `{{field}}` stays as text, and there is a column of that name: `fields`. */
  'double_braces',
  /** No row is left to be sent. */
  'nobody',
  'no_sender',
  'sender_not_allowed',
  'sending_disabled',
  'body_too_long',
  'no_subject',
  /** Neither a text nor a file: everybody would get an empty message. */
  'no_text',
  /** A file of the draft may not be sent, or is not there any more. */
  'file_not_allowed',
  /** The copies in Sent would not fit: `bytes` are missing. */
  'quota_exceeded',
  /** The draft is not there any more, or in Trash. */
  'draft_not_found',
] as const;
export type MergeObstacle = (typeof MERGE_OBSTACLES)[number];

export const mergeColumn = z.object({
  /** As the table calls it; the letter of a spreadsheet's column where it has no heading. */
  heading: z.string(),
  /** What is put between braces for it: `{field}`. */
  field: z.string(),
  /** Its first text. */
  sample: z.string(),
});
export type MergeColumn = z.infer<typeof mergeColumn>;

/** `line`: of the file, from 1; a row that is named here is not in the table. */
const tableFault = z.object({
  line: z.number().int(),
  problem: z.enum(['cell_too_long', 'too_many_columns', 'unreadable']),
});

const counts = z.object({
  /** All rows of the table. */
  rows: z.number().int(),
  waiting: z.number().int(),
  sending: z.number().int(),
  sent: z.number().int(),
  refused: z.number().int(),
  /** The connection broke before the other server had answered: they may have it or not. It isn't sent again. */
  unclear: z.number().int(),
  skipped: z.number().int(),
  /** Of those that were skipped: their address has an earlier row. Left out where there are none. */
  doubled: z.number().int().optional(),
});

export const merge = z.object({
  id,
  title: z.string(),
  state: mergeState,
  /** The draft whose text it takes; null once that is gone. */
  draft_id: id.nullable(),
  /** It lies in Trash: nothing is sent of it until it is restored. Left out where it doesn't. */
  draft_discarded: z.literal(true).optional(),
  subject: z.string(),
  source: z.enum(['csv', 'xlsx', 'contacts']),
  /** Of the file, or of the list. */
  source_name: z.string(),
  columns: z.array(mergeColumn),
  /** Places in `columns`, from 0: guessed at first. */
  address_column: z.number().int().nullable(),
  name_column: z.number().int().nullable(),
  /** Names each person's own file: one uploaded to the merge, else one in `drive_folder_id`. Several with `;`. */
  file_column: z.number().int().nullable(),
  drive_folder_id: id.nullable(),
  /** Carries List-Unsubscribe with one click, and a line below the text. */
  unsubscribe: z.boolean(),
  counts,
  faults: z.object({
    total: z.number().int(),
    first: z.array(tableFault),
    /** Lines that a workbook hides, as by a filter: they are not in the table. Left out where there are none. */
    hidden: z.number().int().optional(),
  }),
  wait: z.enum(MERGE_WAITS).nullable(),
  wait_until: unixSeconds.nullable(),
  paused_by: z.enum(MERGE_PAUSES).nullable(),
  /** Whom they are sent from. */
  sender: mailAddress.nullable(),
  /** How many may leave, and about when the last will: null where it is not to be told. */
  per_hour: z.number().int(),
  per_day: z.number().int(),
  left_today: z.number().int(),
  expected_end: unixSeconds.nullable(),
  created_at: unixSeconds,
  started_at: unixSeconds.nullable(),
  /** Begun, and nothing leaves before. */
  starts_at: unixSeconds.optional(),
  finished_at: unixSeconds.nullable(),
  /** Whom it was not sent to are a later merge's: null where that is gone. Left out where nobody took them over. */
  taken_over: z.object({ by: id.nullable() }).optional(),
});
export type Merge = z.infer<typeof merge>;

/** `stopped`: it was never sent, as the merge was stopped before. */
export const MERGE_ROW_STATES = [
  'waiting',
  'sending',
  'sent',
  'refused',
  'unclear',
  'skipped',
  'stopped',
] as const;
export const mergeRowState = z.enum(MERGE_ROW_STATES);
export type MergeRowState = z.infer<typeof mergeRowState>;

export const mergeRow = z.object({
  /** Its number in the table, from 1. */
  row: z.number().int(),
  /** Its line in the file. */
  line: z.number().int(),
  cells: z.array(z.string()),
  name: z.string(),
  email: z.string(),
  /** Of the last check; of a row that was skipped, why. */
  problems: z.array(mergeProblem),
  /** Those that are empty. */
  empty_fields: z.array(z.string()),
  left_out: z.boolean(),
  state: mergeRowState,
  /** What their server said of it. */
  reply: z.string().nullable(),
  sent_at: unixSeconds.nullable(),
  message_id: id.nullable(),
  thread_id: id.nullable(),
  /** As far as can be told; null where the message has no tracking image. */
  opened: z.boolean().nullable(),
  answered: z.boolean(),
});
export type MergeRow = z.infer<typeof mergeRow>;

export const mergeCheck = z.object({
  merge,
  /** Rows without a problem; those that lack nothing but a field come to them where they are sent all the same. */
  ready: z.number().int(),
  obstacles: z.array(
    z.object({
      obstacle: z.enum(MERGE_OBSTACLES),
      fields: z.array(z.string()).optional(),
      bytes: z.number().int().optional(),
    }),
  ),
  /** How many of those that are ready get no file of their own: the column with files is empty in their row. */
  without_file: z.number().int().optional(),
  /** Uploaded files that no row names, with the first names. */
  stray_files: z.object({ total: z.number().int(), first: z.array(z.string()) }).optional(),
  /** With the first rows of each; `GET …/rows?problem=` lists them all. */
  problems: z.array(
    z.object({
      problem: mergeProblem,
      total: z.number().int(),
      first: z.array(mergeRow.pick({ row: true, line: true, email: true })),
    }),
  ),
});
export type MergeCheck = z.infer<typeof mergeCheck>;

export const mergePreview = z.object({
  row: z.number().int(),
  from: mailAddress,
  to: mailAddress,
  subject: z.string(),
  /** As the text of a draft: what others wrote is escaped in it; it is shown as every message is. */
  html: z.string(),
  files: z.array(z.object({ name: z.string(), content_type: z.string(), size: z.number().int() })),
  problems: z.array(mergeProblem),
  empty_fields: z.array(z.string()),
});
export type MergePreview = z.infer<typeof mergePreview>;

const READS = { name: 'reading merges', count: 600, perSeconds: 60, by: 'account' } as const;
const WRITES = { name: 'changing merges', count: 300, perSeconds: 60, by: 'account' } as const;
const TABLES = { name: 'tables of merges', count: 30, perSeconds: 60, by: 'account' } as const;
const which = { params: z.object({ id }) };
const whichRow = { params: z.object({ id, row: z.string().regex(/^\d{1,6}$/) }) };
/** It is further than that: its text and its people are fixed. */
const BEGUN = 'operation_in_progress';

export const listMerges = endpoint({
  method: 'GET',
  path: '/api/v2/merges',
  summary: 'The mail merges of the mailbox, the latest first',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  data: z.array(merge),
  errors: [],
});

export const createMerge = endpoint({
  method: 'POST',
  path: '/api/v2/merges',
  summary:
    'A mail merge of a draft with a table: a file of the own drive (CSV, XLSX), or the own contacts of a list. To, Cc and Bcc of the draft are not used',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: TABLES,
  status: 201,
  body: z.object({
    draft_id: id,
    source: z.discriminatedUnion('from', [
      z.object({ from: z.literal('drive'), file_id: id }),
      z.object({ from: z.literal('contacts'), list: line(LIMITS.contactListNameLength) }),
    ]),
  }),
  data: merge,
  errors: [
    'message_not_found',
    'not_a_draft',
    'file_not_found',
    'contact_not_found',
    'drive_disabled',
    'unsupported_media_type',
    'too_large',
    'too_many_merges',
  ],
});

/** `too_large` names what is too much: `details.limit`, with `details.what` as `bytes`, `rows` or `columns`. */
export const uploadMergeTable = endpoint({
  method: 'POST',
  path: '/api/v2/merges/upload',
  summary:
    'The same with a table that is uploaded: multipart, field `file` (CSV in UTF-8, UTF-16 or Windows-1258, or XLSX; of a workbook the first sheet)',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: TABLES,
  multipart: true,
  query: z.object({ draft_id: id }),
  status: 201,
  data: merge,
  errors: ['message_not_found', 'not_a_draft', 'unsupported_media_type', 'too_large', 'too_many_merges'],
});

export const getMerge = endpoint({
  ...which,
  method: 'GET',
  path: '/api/v2/merges/:id',
  summary: 'A mail merge: its columns, and how far it has come',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  data: merge.extend({ opened: z.number().int().nullable(), answered: z.number().int() }),
  errors: ['merge_not_found'],
});

const column = z
  .number()
  .int()
  .min(0)
  .max(MERGE_LIMITS.columns - 1)
  .nullable();

export const changeMerge = endpoint({
  ...which,
  method: 'PATCH',
  path: '/api/v2/merges/:id',
  summary:
    'Say which columns have addresses, names and files, or take another draft, before it is started; the title at any time',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({
    title: line(MERGE_LIMITS.titleLength).optional(),
    draft_id: id.optional(),
    address_column: column.optional(),
    name_column: column.optional(),
    file_column: column.optional(),
    /** A folder of the own drive. */
    drive_folder_id: id.nullable().optional(),
    unsubscribe: z.boolean().optional(),
  }),
  data: merge,
  errors: ['merge_not_found', 'message_not_found', 'not_a_draft', 'file_not_found', 'drive_disabled', BEGUN],
});

export const deleteMerge = endpoint({
  ...which,
  method: 'DELETE',
  path: '/api/v2/merges/:id',
  summary:
    'Remove a merge with its table, before it is started or after it has ended; what was sent stays in Sent',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  data: done,
  errors: ['merge_not_found', BEGUN],
});

export const addMergeFiles = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/merges/:id/files',
  summary:
    'Files for single people (multipart, any number of fields `file`), to be named in the column with files; one of the same name is replaced',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'files of merges', count: 120, perSeconds: 60, by: 'account' },
  multipart: true,
  data: z.object({ files: z.number().int(), bytes: z.number().int() }),
  errors: ['merge_not_found', 'too_large', 'file_not_allowed', 'quota_exceeded', BEGUN],
});

export const mergeFile = z.object({
  name: z.string(),
  size: z.number().int(),
  /** How many rows name it; 0: nobody gets it. */
  rows: z.number().int(),
});
export type MergeFile = z.infer<typeof mergeFile>;

export const listMergeFiles = endpoint({
  ...which,
  method: 'GET',
  path: '/api/v2/merges/:id/files',
  summary: 'The uploaded files for single people by their names, with how many rows name each',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: { name: 'listing files of merges', count: 120, perSeconds: 60, by: 'account' },
  data: z.array(mergeFile),
  errors: ['merge_not_found'],
});

export const removeMergeFile = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/merges/:id/files/remove',
  summary: 'Remove an uploaded file by its name, before the merge is started; one that is gone is no error',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({ name: z.string().min(1).max(LIMITS.driveNameBytes) }),
  data: done,
  errors: ['merge_not_found', BEGUN],
});

export const listMergeRows = endpoint({
  ...which,
  method: 'GET',
  path: '/api/v2/merges/:id/rows',
  summary: 'Rows by their number, of a state or with a problem where one is given; fifty a page',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  query: z.object({
    /** Rows after this one: `next_after` of the page before. */
    after: queryNumber.optional(),
    limit: queryNumber.optional(),
    state: mergeRowState.optional(),
    problem: mergeProblem.optional(),
    /** Only those that opened it, or that answered. */
    did: z.enum(['opened', 'answered']).optional(),
  }),
  data: z.array(mergeRow),
  meta: z.object({ next_after: z.number().int().nullable() }),
  errors: ['merge_not_found'],
});

export const changeMergeRow = endpoint({
  ...whichRow,
  method: 'PATCH',
  path: '/api/v2/merges/:id/rows/:row',
  summary: 'Correct cells of a row, or leave it out, as long as it has not been sent',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({
    cells: z
      .array(
        z.object({
          column: z
            .number()
            .int()
            .min(0)
            .max(MERGE_LIMITS.columns - 1),
          text: z.string().max(MERGE_LIMITS.cellLength),
        }),
      )
      .max(MERGE_LIMITS.columns)
      .optional(),
    left_out: z.boolean().optional(),
  }),
  data: mergeRow,
  errors: ['merge_not_found', 'file_not_found', 'drive_disabled', BEGUN],
});

export const checkMerge = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/merges/:id/check',
  summary: 'Hold every row against the draft as it is now, and say what is against sending',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'checking merges', count: 120, perSeconds: 60, by: 'account' },
  data: mergeCheck,
  errors: ['merge_not_found', BEGUN],
});

export const previewMerge = endpoint({
  ...whichRow,
  method: 'GET',
  path: '/api/v2/merges/:id/rows/:row/preview',
  summary: 'The message of a row, as it will be sent',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: { name: 'previews of merges', count: 120, perSeconds: 60, by: 'account' },
  data: mergePreview,
  errors: ['merge_not_found', 'message_not_found', 'file_not_found'],
});

export const testMerge = endpoint({
  ...whichRow,
  method: 'POST',
  path: '/api/v2/merges/:id/rows/:row/test',
  summary: 'Send the message of a row to the own address instead; it counts nowhere',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: { name: 'testing merges', count: 20, perSeconds: 600, by: 'account' },
  data: done,
  errors: [
    'file_not_allowed',
    'too_large',
    'merge_not_found',
    'message_not_found',
    'file_not_found',
    'no_sender',
    'sender_not_allowed',
    'sending_disabled',
  ],
});

export const startMerge = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/merges/:id/start',
  summary: 'Begin to send; rows with a problem are skipped. A merge that has begun stays as it is',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({
    /** The answer to the question whether these people expect the message. */
    expected: z.literal(true),
    /** What becomes of rows in which a field is empty. */
    empty_fields: z.enum(['send', 'skip']).default('skip'),
    /** The version of the draft that was checked. */
    draft_version: z.number().int().optional(),
    /** The shares that the text carries: they open when the first message leaves. */
    share_ids: z.array(id).max(100).optional(),
    /** When the first may leave: to come, and within two years. */
    start_at: unixSeconds.optional(),
    /** Without a time: so many seconds in which it can be taken back. */
    delay: z.number().int().min(0).max(LIMITS.sendDelaySeconds).optional(),
  }),
  data: merge,
  /** `merge_not_ready`: `details.obstacles` is as of the check. */
  errors: ['merge_not_found', 'merge_not_ready', 'draft_conflict', 'share_not_found', 'share_ends_early'],
});

export const controlMerge = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/merges/:id/acts',
  summary:
    'Pause a running merge, go on with a paused one, or stop it for good; what is on its way arrives. Take it back (`undo`) as long as nothing has left: it is prepared again',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({ act: z.enum(['pause', 'resume', 'stop', 'undo']) }),
  data: merge,
  /** Not of one that has not begun, or has ended. */
  errors: ['merge_not_found', 'merge_not_running', 'not_undoable'],
});

export const mergeAgain = endpoint({
  ...which,
  method: 'POST',
  path: '/api/v2/merges/:id/again',
  summary:
    'A merge of the rows of one that has ended which were not sent, with its draft, columns and files; the same one again as long as it is prepared',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: TABLES,
  status: 201,
  data: merge,
  /** `merge_not_ready`: nobody is left, or the merge that took them over has begun. */
  errors: ['merge_not_found', 'merge_not_ready', 'too_many_merges', BEGUN],
});

export const exportMerge = endpoint({
  ...which,
  method: 'GET',
  path: '/api/v2/merges/:id/report.csv',
  summary: 'The table with what became of each row, as CSV in UTF-8 with a byte order mark',
  access: { verified: true, cookie: true },
  on: { mailbox: 'read' },
  limit: { name: 'exporting merges', count: 20, perSeconds: 60, by: 'account' },
  query: z.object({ lang: z.enum(['vi', 'en']).default('vi') }),
  bytes: 'text/csv',
  errors: ['merge_not_found'],
});

export const mergeRefusal = z.object({
  email: z.string(),
  /** `link`: they said so themselves; `person`: somebody of the mailbox wrote it down. */
  by: z.enum(['link', 'person']),
  at: unixSeconds,
});
export type MergeRefusal = z.infer<typeof mergeRefusal>;

export const listMergeRefusals = endpoint({
  method: 'GET',
  path: '/api/v2/merges/refusals',
  summary: 'Who wants no more merges from this mailbox, by address',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: READS,
  query: z.object({
    search: z.string().max(100).optional(),
    after: z.string().max(LIMITS.recipientLength).optional(),
    limit: queryNumber.optional(),
  }),
  data: z.array(mergeRefusal),
  meta: z.object({ total: z.number().int(), next_after: z.string().nullable() }),
  errors: [],
});

const refusing = z
  .array(z.string().max(LIMITS.recipientLength).refine(isValidAddress, 'is no mail address'))
  .min(1)
  .max(MERGE_LIMITS.refusalsAtOnce);

export const addMergeRefusals = endpoint({
  method: 'POST',
  path: '/api/v2/merges/refusals',
  summary: 'Write down who wants no more merges from this mailbox; a running one leaves them out too',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({ emails: refusing }),
  data: done,
  errors: ['too_many_merges'],
});

export const removeMergeRefusals = endpoint({
  method: 'POST',
  path: '/api/v2/merges/refusals/remove',
  summary: 'Take addresses off that list, because the people asked for it',
  access: 'verified',
  on: { mailbox: 'answer' },
  limit: WRITES,
  body: z.object({ emails: refusing }),
  data: done,
  errors: [],
});
