import { z } from 'zod';
import { user } from './account.ts';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';

/**
 * `details` of `sign_on_refused`. `expired`: too long ago, or used already; `unlinked`: no mailbox is linked to the
 * account yet; `taken`: another one is; `other_session`: the browser is signed in to another mailbox, which whoever calls
 * has not agreed to leave.
 */
export type SignOnRefusal =
  | { reason: 'expired' | 'suspended' | 'other_domain' | 'taken' }
  | {
      reason: 'other_session';
      /** The mailbox that would be opened. */
      account: string;
      signed_in: string;
    }
  | {
      reason: 'unlinked';
      /** What the provider calls the account; may be empty. */
      account: string;
      domain: string;
    };

export const findSignOn = endpoint({
  method: 'GET',
  path: '/api/v2/auth/sign-on',
  summary: 'Whether people of the domain can sign in with the account of their organisation',
  access: 'public',
  limit: { name: 'finding single sign-on', count: 600, perSeconds: 60, by: 'address' },
  query: z.object({ domain: z.string().min(1).max(255) }),
  data: z.object({ available: z.boolean() }),
  errors: [],
});

export const finishSignOn = endpoint({
  method: 'POST',
  path: '/api/v2/auth/sign-on',
  summary: 'Opens the session of whoever has come back from the provider, in the browser that went there',
  access: 'public',
  limit: { name: 'finishing single sign-on', count: 300, perSeconds: 60, by: 'address' },
  /** `replace` agrees to leave the mailbox that the browser is signed in to. */
  query: z.object({ replace: z.literal('1').optional() }),
  data: z.object({ user }),
  errors: ['sign_on_refused', 'code_required', 'service_unavailable'],
});

const signOnLink = z.object({
  id,
  /** The address of the provider. */
  issuer: z.string(),
  /** What the provider calls the account; may be empty. */
  account: z.string(),
  created_at: unixSeconds,
  last_used_at: unixSeconds.nullable(),
});
export type SignOnLink = z.infer<typeof signOnLink>;

export const linkSignOn = endpoint({
  method: 'POST',
  path: '/api/v2/auth/sign-on/link',
  summary: 'From now on the account that has just come back from the provider opens this mailbox',
  access: 'session',
  on: 'person',
  limit: { name: 'linking single sign-on', count: 20, perSeconds: 600, by: 'account' },
  data: done,
  errors: ['proof_required', 'sign_on_refused'],
});

export const listSignOnLinks = endpoint({
  method: 'GET',
  path: '/api/v2/sign-on-links',
  summary: 'The accounts of the organisation’s provider that open this mailbox',
  access: 'session',
  on: 'person',
  data: z.object({
    /** Whether the domain has single sign-on. */
    available: z.boolean(),
    links: z.array(signOnLink),
  }),
  errors: [],
});

export const removeSignOnLink = endpoint({
  method: 'DELETE',
  path: '/api/v2/sign-on-links/:id',
  summary: 'The account of the provider opens this mailbox no more; every other place is signed out',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['proof_required', 'not_found'],
});
