import { z } from 'zod';
import { driveFile } from './drive.ts';
import { endpoint } from './endpoint.ts';
import { id, queryFlag, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';
import { linkRules } from './link-rules.ts';
import { PASSWORD_LENGTH } from './password-rules.ts';

/** What a share lets others do (SH-2). */
export const sharePermission = z.enum(['READ', 'WRITE']);
export type SharePermission = z.infer<typeof sharePermission>;

/** A share as its owner sees it. */
export const share = z.object({
  id,
  /** `pending` until the message that carries it leaves. */
  state: z.enum(['pending', 'active', 'expired', 'revoked']),
  permission: sharePermission,
  /** What is shared; left out is what was deleted since. */
  entries: z.array(z.object({ id, name: z.string(), type: z.enum(['folder', 'file']) })),
  /** With whom; `inside`: they open it by their own session. */
  share_withs: z.array(
    z.object({
      email: z.string(),
      name: z.string(),
      inside: z.boolean(),
      /** They have put it out of their own sight. */
      left: z.literal(true).optional(),
    }),
  ),
  has_password: z.boolean(),
  expire_date: unixSeconds.nullable(),
  /** Null where the server has no key to keep it. */
  link: z.string().nullable(),
  created_at: unixSeconds,
  /** How often its page was opened, and when last. */
  opens: z.number().int(),
  opened_at: unixSeconds.nullable(),
  /** Who or what ended it. */
  revoked_by: z.enum(['owner', 'recall', 'deletion', 'undo', 'domain']).nullable(),
  /** Why its link opens nothing outside, by the rules of the organisation: links are off, or not open for so long. */
  outside_closed: z.enum(['off', 'age']).nullable(),
  /** Events of the owner that it goes with, by their titles. */
  events: z.array(z.object({ id, title: z.string() })).optional(),
});
export type Share = z.infer<typeof share>;

const password = z.string().max(PASSWORD_LENGTH.most);
const shareErrors = ['share_not_found', 'drive_disabled'] as const;

const newShare = z
  .object({
    paths: z.array(z.string().max(LIMITS.drivePathBytes)).max(100).optional(),
    /** The same by their ids. */
    ids: z.array(id).max(100).optional(),
    share_withs: z.array(z.string().max(LIMITS.recipientLength)).min(1).max(LIMITS.recipientsPerMail),
    /** Required where somebody is outside the organisation (SH-4). */
    password: password.optional(),
    permission: sharePermission,
    expire_date: unixSeconds.nullable().optional(),
    /** It goes with a message, and opens nothing before that leaves. */
    pending: z.boolean().optional(),
    /** Has those with whom it is shared sent a message of the caller, with the link and without the password. */
    notify: z.boolean().optional(),
  })
  .refine(({ paths = [], ids = [] }) => paths.length + ids.length > 0, 'paths is missing')
  .refine(({ pending, notify }) => !(pending && notify), 'a pending share has a message of its own');
export type NewShare = z.infer<typeof newShare>;

const createdShares = {
  method: 'POST',
  access: 'session',
  on: 'person',
  body: newShare,
  data: z.array(share),
  status: 201,
  limit: { name: 'new shares', count: 300, perSeconds: 3600, by: 'account' },
  errors: [
    'drive_disabled',
    'file_not_found',
    'file_not_owned',
    'invalid_recipients',
    'password_refused',
    'time_in_past',
    'share_ends_late',
    'outside_links_off',
    'service_unavailable',
    'sending_disabled',
    'sender_not_allowed',
    'sending_limit_reached',
  ],
} as const;

export const createShares = endpoint({
  ...createdShares,
  path: '/storage/v1/shares',
  summary: 'Share files and folders with people, inside by their sessions, outside by a link and a password',
});

export const shareFiles = endpoint({
  ...createdShares,
  path: '/api/v2/files/share',
  summary: 'The same under its older path',
});

const page = { limit: queryNumber.optional(), cursor: z.string().max(1024).optional() };
export const sharedSort = z.enum(['name', 'size', 'shared_at']);
export type SharedSort = z.infer<typeof sharedSort>;

export const listSharedWithMe = endpoint({
  method: 'GET',
  path: '/storage/v1/shares',
  summary: 'Files and folders that others share with the caller; without a sort the latest first',
  access: 'session',
  on: 'person',
  query: z.object({ ...page, sort: sharedSort.optional(), descending: queryFlag.optional() }),
  data: z.array(driveFile),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['drive_disabled', 'invalid_cursor'],
});

export const listSharedByMe = endpoint({
  method: 'GET',
  path: '/storage/v1/shared-by-me',
  summary: 'Files and folders that the caller shares with others, by name',
  access: 'session',
  on: 'person',
  query: z.object(page),
  data: z.array(driveFile),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['drive_disabled', 'invalid_cursor'],
});

export const checkShare = endpoint({
  method: 'POST',
  path: '/storage/v1/shares/check',
  summary: 'Whether sharing with these addresses needs a password',
  access: 'session',
  on: 'person',
  body: z.object({
    to_address: z.array(z.string().max(LIMITS.recipientLength)).min(1).max(LIMITS.recipientsPerMail),
  }),
  data: z.object({
    /** Some address has no mailbox in the organisation (SH-7). */
    share_public: z.boolean(),
    /** Which ones. */
    outside: z.array(z.string()),
    /** Sharing by link is possible here: the server has a key to keep links. */
    links: z.boolean(),
    /** What the organisation allows of links to outside, which are all that have a password. */
    rules: linkRules,
  }),
  errors: ['drive_disabled'],
});

export const listShares = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id/shares',
  summary: 'With whom the owner of a file or folder has shared it, the latest first',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: z.array(share),
  errors: ['file_not_found', 'file_not_owned', 'drive_disabled'],
});

export const getShare = endpoint({
  method: 'GET',
  path: '/storage/v1/shares/:id',
  summary: 'A share of the caller',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: share,
  errors: shareErrors,
});

export const changeShare = endpoint({
  method: 'PATCH',
  path: '/storage/v1/shares/:id',
  summary: 'Change the permission, the end or the password of a share',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({
    permission: sharePermission.optional(),
    expire_date: unixSeconds.nullable().optional(),
    password: password.optional(),
  }),
  data: share,
  errors: [
    ...shareErrors,
    'password_refused',
    'time_in_past',
    'share_ends_early',
    'share_ends_late',
    'outside_links_off',
  ],
});

export const revokeShare = endpoint({
  method: 'POST',
  path: '/storage/v1/shares/:id/revoke',
  summary: 'End a share at once, running downloads included',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: share,
  errors: shareErrors,
});

export const restoreShare = endpoint({
  method: 'POST',
  path: '/storage/v1/shares/:id/restore',
  summary: 'Put back a share that its owner has revoked',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: share,
  errors: [...shareErrors, 'not_undoable'],
});
