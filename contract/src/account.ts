import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const installationLinks = z.object({
  /** An email address, or the https address of a page. */
  feedback: z.string().optional(),
  provider: z.string().optional(),
  /** In place of the help that the client brings. */
  help: z.string().optional(),
  /** Where a video meeting is held, with `{id}` for the name that whoever plans one makes up. */
  meeting: z.string().optional(),
});
/** What the people who run an installation offer besides; each is left out where there is none. */
export type InstallationLinks = z.infer<typeof installationLinks>;

export const user = z.object({
  email: z.string(),
  /** Every address of the mailbox: its own first, then its aliases. */
  addresses: z.array(z.string()),
  fullname: z.string(),
  enable_smtp: z.union([z.literal(0), z.literal(1)]),
  enable_drive: z.boolean(),
  type: z.enum(['Owner', 'User']),
  /** Address of the account's owner. */
  owner: z.string(),
  domains: z.array(z.object({ domain: z.string(), active: z.boolean() })),
  new_api: z.literal('v4'),
  domain_verified: z.boolean(),
  /** The path of the own picture; left out where there is none. */
  avatar: z.string().optional(),
  /** Left out while there is none that is listed. */
  has_invoices: z.literal(true).optional(),
  /** Left out while there is no mail merge. */
  has_merges: z.literal(true).optional(),
  /** Left out unless they administer the whole installation. */
  provider: z.literal(true).optional(),
  /** Told with the start and by GET user/info. */
  links: installationLinks.optional(),
});
export type User = z.infer<typeof user>;

export const quota = z.object({
  /** In MB. */
  user_quota: z.number(),
  /** In bytes. */
  user_used_quota: z.number(),
  auto_quota: z.boolean(),
});
export type Quota = z.infer<typeof quota>;

/** Mail and the drive each have a quota of their own: a full drive keeps no mail away. */
export const accountQuota = quota.extend({
  /** Left out where the drive is switched off. */
  drive: quota.pick({ user_quota: true, user_used_quota: true }).optional(),
});
export type AccountQuota = z.infer<typeof accountQuota>;

export const getUserInfo = endpoint({
  method: 'GET',
  path: '/api/v2/user/info',
  summary: 'The signed-in user',
  access: { before: ['choose_password', 'set_up_two_step'] },
  on: 'person',
  data: user,
  errors: [],
});

export const getQuota = endpoint({
  method: 'GET',
  path: '/api/v2/accounts/quota',
  summary: 'How much the mailbox and the drive may hold and hold',
  access: 'session',
  on: { mailbox: 'read' },
  data: accountQuota,
  errors: [],
});
