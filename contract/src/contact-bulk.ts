import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, line } from './fields.ts';
import { LIMITS } from './limits.ts';

/** What was done to so many contacts at once can be undone for so long. */
export const CONTACT_BULK_UNDO_HOURS = 24;

export const CONTACT_BULK_ACTS = [
  'trash',
  'restore',
  'favorite',
  'unfavorite',
  'list',
  'relist',
  'move',
] as const;
export type ContactBulkAct = (typeof CONTACT_BULK_ACTS)[number];

const listName = line(LIMITS.contactListNameLength).min(1);

/** Which cards, as a list of contacts names them: all of one's own without any of these. */
const contactBulkWhere = z.object({
  book_id: id.optional(),
  list: listName.optional(),
  only: z.enum(['favorites', 'trash']).optional(),
  search: z.string().min(1).max(LIMITS.searchTextLength).optional(),
});

export const contactBulkOrder = z.object({
  where: contactBulkWhere,
  act: z.enum(CONTACT_BULK_ACTS),
  /** Of `list`: where the cards are added. Of `relist`: the new name of the list; null where it is deleted. */
  to_list: listName.nullable().optional(),
  /** Of `move`. */
  to_book_id: id.optional(),
});
export type ContactBulkOrder = z.infer<typeof contactBulkOrder>;

export const contactBulk = z.object({
  id,
  act: z.enum(CONTACT_BULK_ACTS),
  state: z.enum(['running', 'done', 'cancelled', 'undoing', 'undone', 'failed']),
  /** Progress in cards; those that need no change, or can’t be changed, count as done too. */
  total: z.number().int(),
  done: z.number().int(),
  changed: z.number().int(),
  can_undo: z.boolean(),
});
export type ContactBulk = z.infer<typeof contactBulk>;

const writing = {
  access: 'session',
  on: 'person',
  limit: { name: 'contact-bulk', count: 60, perSeconds: 60, by: 'account' },
} as const;
const which = z.object({ id });

export const startContactBulk = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/contacts/v1/bulk',
  summary:
    'Act on all of one’s own cards that a list or a search shows; also how a list is renamed or deleted',
  status: 202,
  body: contactBulkOrder,
  data: contactBulk,
  errors: ['contact_not_found', 'forbidden', 'already_exists', 'too_many_contacts', 'operation_in_progress'],
});

export const getContactBulk = endpoint({
  method: 'GET',
  path: '/api/contacts/v1/bulk/:id',
  summary: 'How far an act on many cards is',
  access: 'session',
  on: 'person',
  params: which,
  data: contactBulk,
  errors: ['job_not_found'],
});

export const stopContactBulk = endpoint({
  ...writing,
  method: 'DELETE',
  path: '/api/contacts/v1/bulk/:id',
  summary: 'Stop an act on many cards; what is done stays done',
  params: which,
  data: done,
  errors: ['job_not_found'],
});

export const undoContactBulk = endpoint({
  ...writing,
  method: 'POST',
  path: '/api/contacts/v1/bulk/:id/undo',
  summary: 'Put back the cards that an act on many has changed, for a day; what was changed since stays',
  status: 202,
  params: which,
  data: contactBulk,
  errors: ['job_not_found', 'not_undoable', 'operation_in_progress'],
});
