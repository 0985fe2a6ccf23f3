import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, ids } from './fields.ts';
import { LIMITS } from './limits.ts';
import { WAITING } from './waiting-list.ts';

/** Names of colours; what they look like is for the client to say, in light and in dark. */
export const LABEL_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'olive',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
  'brown',
] as const;
export const labelColor = z.enum(LABEL_COLORS);
export type LabelColor = z.infer<typeof labelColor>;

export const label = z.object({
  id,
  /**
   * The whole name, nested by slashes; the label above it need not exist. Empty on the list of what waits for an answer, which
   * is no label (`WAITING`).
   */
  name: z.string(),
  color: labelColor,
  /** Its place where labels were put in an order; others follow by name. */
  position: z.number().int().nullable(),
  /** What mail programs call it: an IMAP keyword, which a new name does not change. */
  keyword: z.string(),
  /** Not shown among the labels as long as nothing carries it. */
  hidden: z.boolean(),
  /** Of its list: conversations, or messages where lists show these. */
  total: z.number().int(),
  unread: z.number().int(),
});
export type Label = z.infer<typeof label>;

/** An IMAP keyword (RFC 9051, atom), as programs may set one. */
const keyword = z
  .string()
  .max(LIMITS.keywordLength)
  .regex(/^[!#$&'+,\-./0-9:;<=>?@A-Z[^_`a-z|}~]+$/);

const name = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.labelNameLength)
  .refine((path) => path.split('/').length <= LIMITS.folderDepth, 'is nested too deep');

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/v2/labels',
  summary: `All labels, those with a position first, then by name. Once something has waited for an answer, the list of what waits is among them: ${WAITING}, without a name`,
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(label),
  errors: [],
});

export const listKeywords = endpoint({
  method: 'GET',
  path: '/api/v2/labels/keywords',
  summary: 'Keywords that mail programs have set and that are no labels yet',
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(z.object({ keyword: z.string(), messages: z.number().int() })),
  errors: [],
});

export const createLabel = endpoint({
  method: 'POST',
  path: '/api/v2/labels',
  summary: 'Make a label; messages with the keyword, where one is given, get it by a job',
  access: 'session',
  on: { mailbox: 'organise' },
  status: 201,
  body: z.object({ name, color: labelColor, keyword: keyword.optional() }),
  data: label,
  errors: ['label_exists', 'too_many_labels'],
});

export const changeLabel = endpoint({
  method: 'PATCH',
  path: '/api/v2/labels/:id',
  summary: 'Change a label; with another name, those nested below it come along',
  access: 'session',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  body: z.object({
    name: name.optional(),
    color: labelColor.optional(),
    /** The place that it takes among all labels, from 0 on: the others make room. Null for its place by name. */
    position: z.number().int().min(0).max(10_000).nullable().optional(),
    hidden: z.boolean().optional(),
  }),
  data: label,
  errors: ['label_not_found', 'label_exists'],
});

export const deleteLabel = endpoint({
  method: 'DELETE',
  path: '/api/v2/labels/:id',
  summary:
    'Delete a label, as a bulk job that can be stopped and undone; with few messages it is done at once',
  access: 'verified',
  on: { mailbox: 'organise' },
  status: 202,
  params: z.object({ id }),
  /** The job: undoing it restores the label, and the messages that carried it. */
  data: z.object({ id }),
  errors: ['label_not_found'],
});

export const removeEmptyLabel = endpoint({
  method: 'POST',
  path: '/api/v2/labels/:id/remove_empty',
  summary: 'Delete a label that no message carries, as after the undo of the act that it was made with',
  access: 'verified',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  /** False: a message carries it, and it stays. */
  data: z.object({ removed: z.boolean() }),
  errors: ['label_not_found'],
});

/** Exactly what was changed: with it, `messages/labels/restore` undoes the act. */
const labelled = z.object({
  changed: z.array(z.object({ message_id: id, thread_id: id, label_ids_before: z.array(id) })),
});
export type Labelled = z.infer<typeof labelled>;

const labelIds = z.array(id).max(LIMITS.labelsPerMailbox);
/** A label that is in both is removed. */
const change = { add: labelIds, remove: labelIds };

export const labelThreads = endpoint({
  method: 'POST',
  path: '/api/v2/threads/labels',
  summary: 'Put labels on threads and take them off; with a folder, on what lies there',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids, folder_id: id.optional(), ...change }),
  data: labelled,
  errors: ['thread_not_found', 'folder_not_found', 'label_not_found'],
});

export const labelMessages = endpoint({
  method: 'POST',
  path: '/api/v2/messages/labels',
  summary: 'Put labels on single messages and take them off',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({ ids, ...change }),
  data: labelled,
  errors: ['message_not_found', 'label_not_found'],
});

export const restoreLabels = endpoint({
  method: 'POST',
  path: '/api/v2/messages/labels/restore',
  summary:
    'Undo an act on labels: of the labels that it named, each message has those again that it had before',
  access: 'verified',
  on: { mailbox: 'organise' },
  body: z.object({
    /** Those that the act put on or took off; others stay as they are by now. */
    label_ids: labelIds.min(1),
    messages: z
      .array(z.object({ message_id: id, label_ids_before: labelIds }))
      .min(1)
      .max(LIMITS.idsPerCall),
  }),
  data: done,
  errors: ['message_not_found', 'label_not_found'],
});
