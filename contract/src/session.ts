import { z } from 'zod';
import { user } from './account.ts';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';
import { passkeyAnswer } from './passkeys.ts';

export const SESSION_HEADER = 'x-auth-token';
export const SESSION_COOKIE = 'bocau_session';
/**
 * How a page of ours says that its session is in the cookie: it signs in to one, and every call that a browser does not
 * make by itself carries it. A page of another site cannot send it, as nothing here answers its preflight.
 */
export const COOKIE_HEADER = { name: 'x-session', value: 'cookie' } as const;
/**
 * Whose session a call is meant for, as an address in percent-encoding: in that of somebody else it is refused with
 * `other_account`. Tabs share the cookie, so that another account may sign in beside a page that has not heard of it.
 */
export const ACCOUNT_HEADER = {
  name: 'x-account',
  value: (email: string) => encodeURIComponent(email),
} as const;
/**
 * Which mailbox a call acts on, as one of its addresses in percent-encoding; without it that of the caller. What a browser
 * fetches by itself has it in the query instead.
 */
export const MAILBOX_HEADER = {
  name: 'x-mailbox',
  query: 'mailbox',
  value: (email: string) => encodeURIComponent(email),
} as const;
/** Who the session cookie stands for, as an address: readable for scripts, and good for nothing else. */
export const PERSON_COOKIE = 'bocau_person';

export const login = endpoint({
  method: 'POST',
  path: '/api/v2/auth/login',
  summary:
    'Sign in by email and password, then by a code or a passkey where the account asks for one, or by a passkey alone; the token is null where the session was asked for as a cookie',
  access: 'public',
  limit: { name: 'sign-in', count: 100, perSeconds: 900, by: 'address', inDatabase: true },
  body: z.union([
    z.object({
      email: z.string().min(1).max(320),
      password: z.string().min(1).max(1000),
      code: z.string().max(64).optional(),
    }),
    z.object({
      /** Of `code_required`. */
      challenge: z.string().min(1).max(100),
      code: z.string().min(1).max(64),
      /** Not to ask this browser again for some time; only where the session is a cookie. */
      trust_device: z.boolean().optional(),
    }),
    z.object({
      challenge: z.string().min(1).max(100),
      passkey: passkeyAnswer,
      trust_device: z.boolean().optional(),
    }),
    z.object({
      /** Without a password: the passkey says whose it is. */
      passkey: passkeyAnswer,
      /** Whose it has to be, where somebody goes on with what is open. */
      email: z.string().min(1).max(320).optional(),
    }),
  ]),
  data: z.object({ token: z.string().nullable(), user }),
  errors: [
    'invalid_credentials',
    'account_suspended',
    'code_required',
    'code_incorrect',
    'challenge_expired',
    'passkey_refused',
    'password_exposed',
    'too_many_requests',
    'service_unavailable',
  ],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v2/auth/logout',
  summary: 'End this session',
  access: { before: ['choose_password', 'set_up_two_step'] },
  on: 'person',
  data: done,
  errors: [],
});

export const getSession = endpoint({
  method: 'GET',
  path: '/api/v2/auth/session',
  summary: 'Who the session stands for; null without one. A session of the header becomes the cookie',
  access: 'public',
  limit: { name: 'session', count: 6000, perSeconds: 60, by: 'address' },
  data: z.object({ user }).nullable(),
  errors: ['other_account'],
});
