import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';
import { passkeyAnswer } from './passkeys.ts';

/** By what the second step of a sign-in can be taken. */
export const STEP_METHODS = ['totp', 'recovery_code', 'passkey', 'sms', 'call'] as const;
export type StepMethod = (typeof STEP_METHODS)[number];

/** `details` of `code_required`, at a sign-in. */
export type CodeRequired = {
  challenge: string;
  methods: StepMethod[];
  phone_hint: string | null;
  /** Seconds. */
  expires_in: number;
};

/** Seconds that a proof of who one is counts for changes of the account's protection. */
export const PROOF_SECONDS = 600;
/** Days that a browser is not asked for a code. */
export const TRUST_DAYS = 30;
export const RECOVERY_CODES = 10;

const code = z.string().min(1).max(64);
const guessing = { name: 'proving', count: 30, perSeconds: 600, by: 'account' } as const;

const setup = z.object({
  /** In base32, for typing. */
  secret: z.string(),
  /** What the QR code says: otpauth://totp/… */
  uri: z.string(),
});
export type TwoStepSetup = z.infer<typeof setup>;

const state = z.object({
  enabled: z.boolean(),
  /** Unix seconds; null while it is off. */
  since: z.number().int().nullable(),
  /** False where the server has no key to encrypt a secret with. */
  available: z.boolean(),
  recovery_codes_left: z.number().int(),
  trusted_devices: z.number().int(),
  /** What proves who one is, when `proof_required` asks. */
  proof: z.enum(['password', 'code']),
  /** By what the second step can be taken; none while it is off. */
  methods: z.array(z.enum(STEP_METHODS)),
  /** The domain does not let it be turned off. */
  required: z.boolean(),
  /** A setup that was begun and waits for its code; only for whoever has just proved who they are. */
  setup: setup.nullable(),
});
export type TwoStepState = z.infer<typeof state>;

const codes = z.object({ recovery_codes: z.array(z.string()) });

export const getTwoStep = endpoint({
  method: 'GET',
  path: '/api/v2/2fa',
  summary: 'Whether sign-ins need a code, and how many recovery codes are left',
  access: { before: ['choose_password', 'set_up_two_step'] },
  on: 'person',
  data: state,
  errors: [],
});

export const setUpTwoStep = endpoint({
  method: 'POST',
  path: '/api/v2/2fa/setup',
  summary: 'A new secret for an authenticator app; it counts once a code of it was entered',
  access: { before: ['set_up_two_step'] },
  on: 'person',
  limit: { name: 'setting up two-step', count: 20, perSeconds: 600, by: 'account' },
  data: setup,
  errors: ['proof_required', 'service_unavailable'],
});

export const turnOnTwoStep = endpoint({
  method: 'POST',
  path: '/api/v2/2fa',
  summary:
    'Turns two-step sign-in on, or puts a new app in the place of the old one; answers recovery codes once',
  access: { before: ['set_up_two_step'] },
  on: 'person',
  limit: guessing,
  body: z.object({ code }),
  data: codes,
  errors: ['proof_required', 'verification_code_wrong', 'verification_code_expired', 'service_unavailable'],
});

const off = {
  summary: 'Turns two-step sign-in off by a code',
  access: 'session',
  on: 'person',
  limit: guessing,
  body: z.object({ code }),
  data: done,
  errors: ['verification_code_wrong', 'two_step_not_optional', 'service_unavailable'],
} as const;
export const deleteTwoStep = endpoint({ method: 'DELETE', path: '/api/v2/2fa', ...off });
/** For programs that send no body with a DELETE. */
export const turnOffTwoStep = endpoint({ method: 'POST', path: '/api/v2/2fa/off', ...off });

export const makeRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/v2/2fa/recovery-codes',
  summary: 'New recovery codes, shown once; the ones before no longer count',
  access: 'session',
  on: 'person',
  limit: { name: 'setting up two-step', count: 20, perSeconds: 600, by: 'account' },
  data: codes,
  errors: ['proof_required', 'two_step_off'],
});

export const forgetTrustedDevices = endpoint({
  method: 'DELETE',
  path: '/api/v2/2fa/trusted-devices',
  summary: 'Every browser is asked for a code again',
  access: 'session',
  on: 'person',
  data: done,
  errors: [],
});

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/api/v2/auth/proof',
  summary:
    'Proves again who one is, for changes of the account’s protection: by a code or a passkey where two-step is on',
  access: { before: ['choose_password', 'set_up_two_step'] },
  on: 'person',
  limit: guessing,
  body: z.union([
    z.object({ password: z.string().min(1).max(1000) }),
    z.object({ code }),
    z.object({ passkey: passkeyAnswer }),
  ]),
  data: z.object({ proven_until: z.number().int() }),
  errors: ['password_incorrect', 'verification_code_wrong', 'passkey_refused', 'service_unavailable'],
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/v2/password',
  summary: 'Changes the password; ends other sessions, app passwords and trusted devices',
  access: { before: ['choose_password'] },
  on: 'person',
  limit: { name: 'changing passwords', count: 10, perSeconds: 600, by: 'account' },
  body: z.object({
    current_password: z.string().min(1).max(1000),
    new_password: z.string().min(1).max(1000),
  }),
  data: done,
  errors: ['password_incorrect', 'password_refused', 'proof_required'],
});
