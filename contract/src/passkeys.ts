import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, unixSeconds } from './fields.ts';

export const PASSKEYS = 20;
export const PASSKEY_NAME_LENGTH = 60;

/** Bytes in base64url, as WebAuthn writes them. */
const BYTES = /^[\w-]+$/;

/** What an authenticator answers to a challenge (WebAuthn Level 3, 6.3.3). */
export const passkeyAnswer = z.object({
  credential: z.string().max(1400).regex(BYTES),
  client_data: z.string().max(4000).regex(BYTES),
  authenticator_data: z.string().max(4000).regex(BYTES),
  signature: z.string().max(2000).regex(BYTES),
  user_handle: z.string().max(100).regex(BYTES).nullable(),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** What an authenticator answers when it made a key. */
const newPasskey = z.object({
  credential: z.string().max(1400).regex(BYTES),
  client_data: z.string().max(4000).regex(BYTES),
  attestation: z.string().max(16_000).regex(BYTES),
  transports: z.array(z.string().max(20)).max(10),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** Credentials, by how a browser may reach their authenticators. */
const credentials = z.array(z.object({ credential: z.string(), transports: z.array(z.string()) }));

/** What a browser needs to ask an authenticator for an answer; none of `credentials` is any of this site. */
const request = z.object({
  challenge: z.string(),
  rp: z.string(),
  credentials,
  /** The authenticator asks for a finger, a face or a PIN. */
  verified: z.boolean(),
  /** Seconds. */
  expires_in: z.number().int(),
});
export type PasskeyRequest = z.infer<typeof request>;

const creation = z.object({
  challenge: z.string(),
  rp: z.string(),
  user: z.object({ handle: z.string(), email: z.string(), name: z.string() }),
  /** Those that are known already. */
  credentials,
  expires_in: z.number().int(),
});
export type PasskeyCreation = z.infer<typeof creation>;

const passkey = z.object({
  id,
  name: z.string(),
  /** It is also on other devices of its person. */
  backed_up: z.boolean(),
  created_at: unixSeconds,
  last_used_at: unixSeconds.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const name = z.string().trim().min(1).max(PASSKEY_NAME_LENGTH);
const limit = { name: 'changing passkeys', count: 30, perSeconds: 600, by: 'account' } as const;

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/v2/passkeys',
  summary: 'The passkeys of the account, the oldest first',
  access: { before: ['set_up_two_step'] },
  on: 'person',
  data: z.array(passkey),
  errors: [],
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/v2/passkeys/options',
  summary: 'What a browser needs to make a passkey',
  access: { before: ['set_up_two_step'] },
  on: 'person',
  limit,
  data: creation,
  errors: ['proof_required', 'too_many_passkeys'],
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/v2/passkeys',
  summary: 'Adds a passkey; the first second step turns two-step on, and answers recovery codes once',
  access: { before: ['set_up_two_step'] },
  on: 'person',
  limit,
  body: z.object({ name, passkey: newPasskey }),
  data: z.object({ passkey, recovery_codes: z.array(z.string()) }),
  errors: ['proof_required', 'passkey_refused', 'too_many_passkeys'],
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/v2/passkeys/:id',
  summary: 'Another name for a passkey',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ name }),
  data: done,
  errors: ['not_found'],
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/v2/passkeys/:id',
  summary: 'Removes a passkey and ends other sessions; without another second step two-step is off',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: done,
  errors: ['proof_required', 'not_found', 'two_step_not_optional'],
});

export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/v2/auth/passkey',
  summary:
    'What a browser needs to sign in by a passkey: without a password, or as the second step of a sign-in',
  access: 'public',
  limit: { name: 'asking passkeys', count: 600, perSeconds: 60, by: 'address' },
  body: z.object({
    /** Of `code_required`. */
    challenge: z.string().min(1).max(100).optional(),
  }),
  data: request,
  errors: ['challenge_expired'],
});

export const askPasskeyProof = endpoint({
  method: 'POST',
  path: '/api/v2/auth/proof/passkey',
  summary: 'What a browser needs to prove by a passkey who one is',
  access: { before: ['set_up_two_step'] },
  on: 'person',
  limit,
  data: request,
  errors: [],
});
