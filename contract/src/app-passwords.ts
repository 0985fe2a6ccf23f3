import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

export const APP_SCOPES = ['smtp', 'imap', 'pop3', 'dav'] as const;
export type AppScope = (typeof APP_SCOPES)[number];
export const APP_PASSWORDS = 30;

const appPassword = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(APP_SCOPES)),
  created_at: z.number().int(),
  last_used_at: z.number().int().nullable(),
  last_used_from: z.string().nullable(),
});
export type AppPassword = z.infer<typeof appPassword>;

export const listAppPasswords = endpoint({
  method: 'GET',
  path: '/api/v2/app-passwords',
  summary: 'Passwords of mail programs, without the passwords themselves',
  access: { before: ['choose_password'] },
  on: 'person',
  data: z.array(appPassword),
  /** What a password can be made for here. */
  meta: z.object({ scopes: z.array(z.enum(APP_SCOPES)) }),
  errors: [],
});

export const createAppPassword = endpoint({
  method: 'POST',
  path: '/api/v2/app-passwords',
  summary: 'A password for one mail program; it is shown in this answer only',
  access: 'session',
  on: 'person',
  limit: { name: 'making app passwords', count: 30, perSeconds: 600, by: 'account' },
  body: z.object({
    name: z.string().trim().min(1).max(60),
    scopes: z.array(z.enum(APP_SCOPES)).min(1).max(APP_SCOPES.length),
  }),
  data: z.object({ app_password: appPassword, password: z.string() }),
  errors: ['proof_required', 'too_many_app_passwords'],
});

export const revokeAppPassword = endpoint({
  method: 'DELETE',
  path: '/api/v2/app-passwords/:id',
  summary: 'The program that uses it can no longer sign in',
  access: 'session',
  on: 'person',
  params: z.object({ id: z.string() }),
  data: done,
  errors: ['not_found'],
});

/** The page by which an Apple device fetches its profile; the token of a link follows as the fragment. */
export const PROFILE_PAGE = '/mail/profile';
export const PROFILE_LINK_SECONDS = 600;

export const createProfileLink = endpoint({
  method: 'POST',
  path: '/api/v2/app-passwords/:id/profile-link',
  summary: 'A link to the profile of an Apple device with this app password in it; it works once',
  access: 'session',
  on: 'person',
  limit: { name: 'making profile links', count: 30, perSeconds: 600, by: 'account' },
  params: z.object({ id: z.string() }),
  /** The server keeps none of its passwords, so that the link is made by whoever has just been shown it. */
  body: z.object({ password: z.string().min(1).max(64) }),
  /** A path of this site, with the token as its fragment. */
  data: z.object({ path: z.string(), expires_at: z.number().int() }),
  errors: ['not_found', 'password_incorrect'],
});
