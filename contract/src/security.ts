import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, queryNumber, unixSeconds } from './fields.ts';

/** By what somebody proved who they are. */
export const SIGN_IN_METHODS = [
  'password',
  'totp',
  'recovery_code',
  'app_password',
  'passkey',
  'link',
  'sign_on',
  'sms',
  'call',
] as const;
export type EventMethod = (typeof SIGN_IN_METHODS)[number];

/** `refused`: it was right and not enough, such as the account's password where an app password is asked for. */
export const SIGN_IN_OUTCOMES = ['ok', 'wrong_password', 'wrong_code', 'refused'] as const;
export type SignInOutcome = (typeof SIGN_IN_OUTCOMES)[number];

/** `api`: a program with a token; the others are mail programs. */
export const SIGN_IN_PROTOCOLS = ['web', 'api', 'smtp', 'imap', 'pop3', 'dav'] as const;
export type SignInProtocol = (typeof SIGN_IN_PROTOCOLS)[number];

/** What can change in the protection of an account. */
export const SECURITY_CHANGES = [
  'password_changed',
  'two_step_on',
  'two_step_off',
  'recovery_codes_made',
  'app_password_made',
  'app_password_revoked',
  'passkey_added',
  'passkey_removed',
  'sign_on_linked',
  'sign_on_unlinked',
  'session_ended',
  'sessions_ended',
  'password_exposed',
  'password_reset',
  'reset_link_made',
  'recovery_address_set',
  'recovery_address_removed',
  'alerts_off',
  'phone_verified',
  'phone_changed',
  'phone_removed',
  'forward_added',
  'forward_stopped',
  'redirect_added',
  'discard_all_added',
] as const;
export type SecurityChange = (typeof SECURITY_CHANGES)[number];

/** By what somebody could come back, or read along, who was signed in for a moment. App passwords end with the report. */
export const WAYS_IN = [
  'two_step_on',
  'recovery_codes_made',
  'passkey_added',
  'sign_on_linked',
  'recovery_address_set',
  'phone_verified',
  'phone_changed',
  'forward_added',
  'redirect_added',
] as const satisfies readonly SecurityChange[];
export type WayIn = (typeof WAYS_IN)[number];
/** So long after a stranger was reported their ways in are asked about, from so long before on. */
export const STRANGER_DAYS = 7;

/** For so many days the history goes back. */
export const ACTIVITY_DAYS = 180;

/** What a device says about itself; null where it says nothing that is known. */
export const device = z.object({
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'phone', 'tablet', 'program']),
});
export type Device = z.infer<typeof device>;

export const activity = z.object({
  id: z.string(),
  kind: z.enum(['sign_in', ...SECURITY_CHANGES]),
  /** The last time, where several are merged. */
  at: unixSeconds,
  first_at: unixSeconds,
  times: z.number().int(),
  /** Null for changes. */
  method: z.enum(SIGN_IN_METHODS).nullable(),
  outcome: z.enum(SIGN_IN_OUTCOMES).nullable(),
  protocol: z.enum(SIGN_IN_PROTOCOLS).nullable(),
  /** Empty where it is not known. */
  address: z.string(),
  device,
  /** What a change was about, such as the address of a forward; else empty. */
  about: z.string(),
});
export type Activity = z.infer<typeof activity>;

export const ACTIVITIES_PER_PAGE = 20;
export const listActivities = endpoint({
  method: 'GET',
  path: '/api/v2/activity-logs',
  summary: 'Sign-ins and changes of the account’s protection, newest first',
  access: 'session',
  on: 'person',
  query: z.object({
    page: queryNumber.pipe(z.number().int().min(1).max(10_000)).optional(),
    /** Only the ways in that were made around the time of a stranger who was reported lately. */
    only: z.enum(['stranger']).optional(),
  }),
  data: z.array(activity),
  meta: z.object({ page: z.number().int(), has_more: z.boolean() }),
  errors: [],
});

const openSession = z.object({
  id,
  device,
  protocol: z.enum(SIGN_IN_PROTOCOLS),
  /** From where it was opened. */
  address: z.string(),
  created_at: unixSeconds,
  /** Noted once a minute. */
  last_used_at: unixSeconds,
  /** The one that asks. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof openSession>;

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/v2/sessions',
  summary: 'Where the account is signed in, the last used first',
  access: 'session',
  on: 'person',
  data: z.array(openSession),
  errors: [],
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/v2/sessions/:id',
  summary: 'Sign out one place; it is out within seconds, whatever it is doing',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['not_found'],
});

/** Of each session: a stranger's calls must not use up the owner's. */
const ending = { name: 'ending sessions', count: 20, perSeconds: 600, by: 'session' } as const;

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/v2/sessions/end-others',
  summary: 'Sign out every place but this one, mail programs too; answers how many sessions ended',
  access: 'session',
  on: 'person',
  limit: ending,
  data: z.object({ ended: z.number().int() }),
  errors: [],
});

export const reportNotMe = endpoint({
  method: 'POST',
  path: '/api/v2/sessions/not-me',
  summary:
    'A sign-in was somebody else’s: signs out every other place and program, forgets all devices, and asks for a new password before anything else',
  access: 'session',
  on: 'person',
  limit: ending,
  data: z.object({ ended: z.number().int() }),
  errors: [],
});
