import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

/** For so long a link to choose a new password is good. */
export const RESET_LINK_HOURS = 24;

/** The fragment of `/login` that holds the token of a link; nothing after `#` is sent to a server. */
export const RESET_FRAGMENT = 'reset=';

const token = z.string().min(1).max(100);
/** Nobody guesses a token; this keeps the work small that strangers can ask for. */
const lookups = { name: 'reset-link', count: 60, perSeconds: 60, by: 'address' } as const;

export const readResetLink = endpoint({
  method: 'POST',
  path: '/api/v2/auth/reset-link',
  summary: 'Whose password a link changes, and what ends with the old one; changes nothing',
  access: 'public',
  limit: lookups,
  body: z.object({ token }),
  data: z.object({
    email: z.string(),
    fullname: z.string(),
    /** The names of those that are revoked. */
    app_passwords: z.array(z.string()),
    /** Their account or their domain is suspended: the new password opens nothing until that ends. */
    suspended: z.enum(['account', 'domain']).nullable(),
  }),
  errors: ['reset_link_expired'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v2/auth/reset-password',
  summary: 'Chooses a new password by a link, once; the sign-in that follows still asks for the second step',
  access: 'public',
  limit: lookups,
  body: z.object({ token, new_password: z.string().min(1).max(1000) }),
  data: done,
  errors: ['reset_link_expired', 'password_refused'],
});

/** How often somebody may ask: by the address typed, and by network, in an hour; beyond the first nothing is sent. */
export const RECOVERY_REQUESTS = { ofOneAccount: 3, ofOneNetwork: 20, perSeconds: 3600 } as const;

export const requestRecovery = endpoint({
  method: 'POST',
  path: '/api/v2/auth/forgot-password',
  summary:
    'Sends a link to the recovery address, if the account exists and has one; the answer is the same whether it does or not',
  access: 'public',
  limit: {
    name: 'recovery',
    count: RECOVERY_REQUESTS.ofOneNetwork,
    perSeconds: RECOVERY_REQUESTS.perSeconds,
    by: 'address',
    inDatabase: true,
  },
  body: z.object({ email: z.string().min(1).max(320) }),
  data: done,
  status: 202,
  errors: [],
});

export const getRecoveryWays = endpoint({
  method: 'GET',
  path: '/api/v2/auth/forgot-password',
  summary:
    'By what this server helps whoever has forgotten a password, besides a link; the same for everybody',
  access: 'public',
  limit: { name: 'ways of recovery', count: 600, perSeconds: 60, by: 'address' },
  data: z.object({ phone: z.boolean() }),
  errors: [],
});

const email = z.string().min(1).max(320);

export const requestRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/v2/auth/forgot-password/code',
  summary:
    'Sends a code to the verified telephone number, if the account exists, has one, and does not sign in by it; the answer is the same whether it does or not',
  access: 'public',
  limit: {
    name: 'recovery',
    count: RECOVERY_REQUESTS.ofOneNetwork,
    perSeconds: RECOVERY_REQUESTS.perSeconds,
    by: 'address',
    inDatabase: true,
  },
  body: z.object({ email }),
  /** The code counts together with it, in the browser that asked. */
  data: z.object({ request: z.string() }),
  status: 202,
  errors: ['service_unavailable'],
});

export const verifyRecoveryCode = endpoint({
  method: 'POST',
  path: '/api/v2/auth/forgot-password/verify',
  summary: 'Enters that code; the answer is a token by which a new password can be chosen, as by a link',
  access: 'public',
  limit: lookups,
  body: z.object({ email, request: token, code: z.string().min(1).max(64) }),
  data: z.object({ token: z.string() }),
  errors: ['verification_code_wrong'],
});

const recoveryAddress = z.object({
  /** Null where there is none. */
  address: z.string().nullable(),
  /** One that waits for the code that was mailed to it, and then takes the place of the other. */
  pending: z.string().nullable(),
});

export const getRecoveryAddress = endpoint({
  method: 'GET',
  path: '/api/v2/recovery-address',
  summary: 'Where a link goes to when the password was forgotten',
  access: 'session',
  on: 'person',
  data: recoveryAddress,
  errors: [],
});

export const setRecoveryAddress = endpoint({
  method: 'PUT',
  path: '/api/v2/recovery-address',
  summary:
    'Mails a code to an address outside, which becomes the recovery address once the code was entered; null: there is none any more',
  access: 'session',
  on: 'person',
  limit: { name: 'changing a recovery address', count: 30, perSeconds: 600, by: 'account' },
  body: z.object({ email: z.string().min(3).max(254).nullable() }),
  data: recoveryAddress,
  errors: ['proof_required'],
});

export const verifyRecoveryAddress = endpoint({
  method: 'POST',
  path: '/api/v2/recovery-address/verify',
  summary: 'Enters the code that was mailed to the recovery address',
  access: 'session',
  on: 'person',
  limit: { name: 'verifying a recovery address', count: 30, perSeconds: 600, by: 'account' },
  body: z.object({ code: z.string().min(1).max(64) }),
  data: recoveryAddress,
  errors: ['proof_required', 'verification_code_wrong', 'verification_code_expired'],
});
