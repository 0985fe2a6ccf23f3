import { z } from 'zod';
import { ACTED_BY } from './admin-oversight.ts';
import { ADMIN_ACTS, ADMIN_READS } from './administration.ts';
import { CALENDAR_PERMISSIONS } from './calendar.ts';
import { endpoint } from './endpoint.ts';
import { id, queryNumber, unixSeconds } from './fields.ts';
import { activity } from './security.ts';

/** A review goes back for so many days. */
export const REVIEW_DAYS = 30;
export const REVIEWED_AT_ONCE = 50;
/** Of the domains that mail of an hour went to so many are named. */
export const REVIEWED_DOMAINS = 5;

/** Enabled actions of a filter; its conditions stay with its person, because they tell of their mail. */
export const REVIEWED_ACTIONS = [
  'setflag',
  'fileinto',
  'addlabel',
  'redirect',
  'discard',
  'save_invoice',
  'mark_invoice',
] as const;

const entry = { id: z.string(), at: unixSeconds };

/** What happened in an account, without a word of its mail: no subject, no address that it was written to. */
const reviewed = z.discriminatedUnion('kind', [
  /** A sign-in, a try, or a change of the account's protection. */
  z.object({ kind: z.literal('activity'), ...entry, activity }),
  /** A rule for incoming mail as it is now; one that was removed since is gone. */
  z.object({
    kind: z.literal('rule'),
    ...entry,
    type: z.enum(['filter', 'block', 'auto_reply']),
    enabled: z.boolean(),
    does: z.array(z.enum(REVIEWED_ACTIONS)),
    /** Where a filter sends messages on to. */
    redirects_to: z.array(z.string()),
  }),
  /** What was sent within one hour of the clock; `at` is the last of it. */
  z.object({
    kind: z.literal('sent'),
    ...entry,
    first_at: unixSeconds,
    messages: z.number().int(),
    recipients: z.number().int(),
    /** How many domains they were of, and the first of them by recipients. */
    domain_count: z.number().int(),
    domains: z.array(z.object({ domain: z.string(), recipients: z.number().int() })),
  }),
  /** Files that were shared. */
  z.object({
    kind: z.literal('share'),
    ...entry,
    /** What a link opens for people outside; of what is shared inside the names stay with its person. */
    names: z.array(z.string()),
    permission: z.enum(['READ', 'WRITE']),
    people: z.number().int(),
    /** The link by which people outside may open it now, for `domains/:domain/links`; null: there is none (any more). */
    open_link: id.nullable(),
    outside: z.boolean(),
  }),
  /** What a calendar gives away, and what is read into the account from elsewhere. */
  z.object({
    kind: z.literal('calendar'),
    ...entry,
    /** A secret link; people of the domain, or all of them, who see it; one that is followed by its address. */
    of: z.enum(['link', 'people', 'company', 'followed']),
    /** Of what people outside or the whole domain see; else it stays with its person. */
    name: z.string().nullable(),
    /** Of one that is followed: where it is read. */
    host: z.string().nullable(),
    permission: z.enum(CALENDAR_PERMISSIONS),
    people: z.number().int(),
    /** As of a share. */
    open_link: id.nullable(),
    /** It stands no longer. */
    ended: z.boolean(),
  }),
  /** What administrators did to the account. */
  z.object({
    kind: z.literal('act'),
    ...entry,
    act: z.enum(ADMIN_ACTS),
    actor: z.string(),
    by: z.enum(ACTED_BY),
    before: z.string().nullable(),
    after: z.string().nullable(),
  }),
]);
export type Reviewed = z.infer<typeof reviewed>;

export const reviewPerson = endpoint({
  method: 'GET',
  path: '/api/admin/v1/people/:id/review',
  summary:
    'What was done in the account of a person within thirty days, the latest first: sign-ins, changes of its protection, ' +
    'filters and forwards, how much was sent to which domains, what was shared of files and calendars, calendars that are ' +
    'followed, and acts of administrators; that it was ' +
    'looked at is written down, for its person too',
  access: { admin: 'people:read' },
  limit: ADMIN_READS,
  params: z.object({ id }),
  query: z.object({
    cursor: z.string().max(1000).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(REVIEWED_AT_ONCE)).optional(),
  }),
  data: z.array(reviewed),
  meta: z.object({
    next_cursor: z.string().nullable(),
    /** By whose name its links are ended. */
    domain: z.string(),
  }),
  errors: ['not_found', 'invalid_cursor'],
});
