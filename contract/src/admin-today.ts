import { z } from 'zod';
import { ADMIN_READS } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { id, unixSeconds } from './fields.ts';

/** A mailbox that is as full as this is about to refuse mail. */
export const NEARLY_FULL_PERCENT = 90;
/** Of the fullest so many are named. */
export const FULL_NAMED = 5;

const namedDomains = z.object({ count: z.number(), names: z.array(z.string()) });

const today = z.object({
  full: z.object({
    count: z.number(),
    /** The fullest first. */
    people: z.array(
      z.object({
        id,
        email: z.string(),
        fullname: z.string(),
        /** In bytes. */
        used: z.number(),
        /** In MB. */
        quota: z.number(),
      }),
    ),
  }),
  /** Whose receiving is suspended: mail to them goes back to who sent it after some days. The longest first. */
  not_receiving: z.object({
    count: z.number(),
    people: z.array(z.object({ id, email: z.string(), fullname: z.string(), since: unixSeconds })),
  }),
  /** Domains with people and without an owner, by name; five are named at most. */
  without_owner: namedDomains,
  /** Suspended domains, the latest first; five are named at most. */
  suspended: namedDomains,
  /** Of the machine that answers; null for who administers one domain alone. */
  installation: z
    .object({
      /** `damaged`: parts that the last `verify` of it found damaged. */
      backup: z.object({ at: unixSeconds, lost: z.number(), damaged: z.number() }).nullable(),
      /** Of the mail ports; `expires_at` null: it can't be read. */
      certificate: z.object({ expires_at: unixSeconds.nullable() }).nullable(),
    })
    .nullable(),
});
export type Today = z.infer<typeof today>;

export const showToday = endpoint({
  method: 'GET',
  path: '/api/admin/v1/today',
  summary:
    'What needs a person: mailboxes that are nearly full or receive nothing, domains that are suspended or have no owner, and, for a provider, ' +
    'the age of the newest backup and the end of the certificate of the mail ports',
  access: { admin: 'domains:read' },
  limit: ADMIN_READS,
  data: today,
  errors: [],
});
