import { z } from 'zod';
import { ADMIN_ACTS, ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { done, id, queryNumber, unixSeconds } from './fields.ts';
import * as security from './security.ts';

export const AUDIT_AT_ONCE = 200;
export const SIGN_INS_AT_ONCE = 100;

/** How an administrator acted. */
export const ACTED_BY = ['person', 'token', 'command_line'] as const;

const name = z.string().min(1).max(320);
const time = queryNumber.pipe(z.number().int().min(0)).optional();

const adminAudit = z.object({
  id: z.string(),
  at: unixSeconds,
  /** By the address or the name of then; empty where the program did it. */
  actor: z.string(),
  by: z.enum(ACTED_BY),
  /** From where; empty at the command line. */
  from: z.string(),
  /** What it was done to, by the name of then. */
  to: z.string(),
  act: z.enum(ADMIN_ACTS),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type AdminAudit = z.infer<typeof adminAudit>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/v1/audit',
  summary: 'What administrators did, the latest first: of one domain, or of the whole installation',
  access: { admin: 'audit:read' },
  limit: ADMIN_READS,
  query: z.object({
    /** Who did it, as it was called then. */
    actor: name.optional(),
    /** What it was done to, as it was called then. */
    to: name.optional(),
    act: z.enum(ADMIN_ACTS).optional(),
    since: time,
    /** Before then. */
    before: time,
    cursor: z.string().max(1000).optional(),
  }),
  data: z.array(adminAudit),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});

const whom = z.object({ id });

export const listSessionsOf = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people/:id/sessions',
  summary: 'Where a person is signed in, the last used first',
  access: { admin: 'people:read' },
  limit: ADMIN_READS,
  params: whom,
  data: security.listSessions.data,
  errors: ['not_found'],
});

export const endSessionOf = endpoint({
  method: 'DELETE',
  path: '/api/admin/v1/people/:id/sessions/:session',
  summary:
    'Signs a person out at one place, or revokes an app password of theirs; `sign-out` does so everywhere',
  access: { admin: 'people:write' },
  limit: ADMIN_WRITES,
  params: whom.extend({ session: z.string().min(1).max(60) }),
  data: done,
  errors: ['not_found'],
});

export const listSignInsOf = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people/:id/sign-ins',
  summary:
    'The sign-ins of a person within 180 days, the latest first: whether, from where, with what and how',
  access: { admin: 'people:read' },
  limit: ADMIN_READS,
  params: whom,
  query: z.object({
    page: queryNumber.pipe(z.number().int().min(1).max(10_000)).optional(),
    /** Only those that failed. */
    only: z.enum(['failed']).optional(),
  }),
  data: security.listActivities.data,
  meta: security.listActivities.meta,
  errors: ['not_found'],
});
