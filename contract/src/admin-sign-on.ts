import { z } from 'zod';
import { ADMIN_READS, ADMIN_WRITES } from './administration.ts';
import { endpoint } from './endpoint.ts';
import { line } from './fields.ts';

export const LONGEST_ISSUER = 1000;
export const LONGEST_CLIENT = 255;
export const LONGEST_CLIENT_SECRET = 1000;

const whichDomain = z.object({ domain: z.string().min(1).max(253) });

const domainSignOn = z.object({
  /** The OpenID Connect provider; null where the people of the domain sign in here alone. */
  provider: z
    .object({
      issuer: z.string(),
      client: z.string(),
      /** Which one is never told. */
      has_secret: z.boolean(),
      /** A verified address of the domain at the provider is enough to find the mailbox. */
      trust_email: z.boolean(),
    })
    .nullable(),
  /** To be registered at the provider: where it sends people back to, and where after they signed out. */
  redirect_uri: z.string(),
  post_logout_redirect_uri: z.string(),
});
export type DomainSignOn = z.infer<typeof domainSignOn>;

export const showDomainSignOn = endpoint({
  method: 'GET',
  path: '/api/admin/v1/domains/:domain/sign-on',
  summary: 'The single sign-on of a domain; of its secret only whether there is one',
  access: { admin: 'domains:read' },
  limit: ADMIN_READS,
  params: whichDomain,
  data: domainSignOn,
  errors: ['not_found'],
});

export const setDomainSignOn = endpoint({
  method: 'PUT',
  path: '/api/admin/v1/domains/:domain/sign-on',
  summary:
    'Lets people of the domain sign in at an OpenID Connect provider, which is asked first. Without `client_secret` the ' +
    'one that was set stays, while issuer and client stay; null: there is none. Only a provider of the installation sets it ' +
    'where one is among the people of the domain',
  access: { admin: 'domains:write' },
  // Each asks a server elsewhere.
  limit: { name: 'setting single sign-on', count: 30, perSeconds: 600, by: 'account' },
  params: whichDomain,
  body: z.object({
    issuer: line(LONGEST_ISSUER).min(1),
    client: line(LONGEST_CLIENT).min(1),
    client_secret: line(LONGEST_CLIENT_SECRET).min(1).nullable().optional(),
    trust_email: z.boolean(),
  }),
  data: domainSignOn,
  errors: ['not_found', 'proof_required', 'service_unavailable'],
});

export const removeDomainSignOn = endpoint({
  method: 'DELETE',
  path: '/api/admin/v1/domains/:domain/sign-on',
  summary: 'Takes single sign-on away; passwords are valid as before',
  access: { admin: 'domains:write' },
  limit: ADMIN_WRITES,
  params: whichDomain,
  data: domainSignOn,
  errors: ['not_found', 'proof_required'],
});
