import { z } from 'zod';
import { ADMIN_READS } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { id, queryNumber, unixSeconds } from './fields.ts';
import { device, SIGN_IN_PROTOCOLS } from './security.ts';

export const SIGNED_IN_AT_ONCE = 50;

/** How a session was proved when it began; `sign_on`: by the domain's single sign-on. */
export const SESSION_METHODS = [
  'password',
  'password_and_code',
  'passkey',
  'sign_on',
  'app_password',
] as const;

const signedIn = z.object({
  id,
  /** Of a provider an owner ends nothing. */
  person: z.object({ id, email: z.string(), fullname: z.string(), provider: z.boolean() }),
  /** An app password lets mail programs in until it is revoked. */
  kind: z.enum(['session', 'app_password']),
  method: z.enum(SESSION_METHODS),
  protocol: z.enum(SIGN_IN_PROTOCOLS),
  device,
  /** Of an app password; of a session null. */
  name: z.string().nullable(),
  /** From where a session was opened, or an app password last used; empty where it was not. */
  address: z.string(),
  created_at: unixSeconds,
  /** Noted once a minute; null for an app password that was not used yet. */
  last_used_at: unixSeconds.nullable(),
  /** The one that asks. */
  current: z.boolean(),
});
export type SignedIn = z.infer<typeof signedIn>;

export const listSignedIn = endpoint({
  method: 'GET',
  path: '/api/admin/v1/sessions',
  summary:
    'Who is signed in, by address, and of each person the latest sign-in first; a page may be short, or empty, and ' +
    'there are more as long as `next_cursor` says so',
  access: { admin: 'people:read' },
  limit: ADMIN_READS,
  query: z.object({
    /** The beginning of an address. */
    search: z.string().max(320).optional(),
    cursor: z.string().max(1000).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(SIGNED_IN_AT_ONCE)).optional(),
  }),
  data: z.array(signedIn),
  meta: z.object({ next_cursor: z.string().nullable() }),
  errors: ['invalid_cursor'],
});
