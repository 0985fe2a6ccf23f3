import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, unixSeconds } from './fields.ts';

/** How a code reaches a telephone. */
export type PhoneMethod = 'sms' | 'call';

/** Seconds from one code to the next. */
export const CODE_PAUSE_SECONDS = 60;

const method = z.enum(['sms', 'call']);
const code = z.string().min(1).max(64);
/** As people write it; the server knows what it means in the country. */
const phone = z.string().min(1).max(40);
/** Of each process; the limits of sending and judging are in the database. */
const verifying = { name: 'verifying phones', count: 30, perSeconds: 600, by: 'account' } as const;

const country = z.object({
  /** ISO 3166, two letters. */
  country: z.string(),
  /** Without the plus. */
  calling_code: z.string(),
});
export type Country = z.infer<typeof country>;

const sent = z.object({
  method,
  /** `failed`: the gateway did not take it. */
  state: z.enum(['queued', 'sent', 'failed']),
  /** When the next one may be asked for. */
  resend_at: unixSeconds,
  expires_at: unixSeconds,
});
export type SentPhoneCode = z.infer<typeof sent>;

const verification = z.object({
  /** The number that was proven, in international form. */
  phone: z.string().nullable(),
  /** Empty where this server sends no codes to telephones. */
  methods: z.array(method),
  /** What a verification costs, in VND; 0 where it costs nothing. */
  fee: z.number().int(),
  /** A number that waits for its code. */
  pending: sent.extend({ phone: z.string() }).nullable(),
});
export type PhoneVerification = z.infer<typeof verification>;

export const listCountries = endpoint({
  method: 'GET',
  path: '/api/v2/countries',
  summary: 'The countries whose telephone numbers can be verified, the usual one first',
  access: 'session',
  on: 'person',
  data: z.array(country),
  errors: [],
});

export const getVerification = endpoint({
  method: 'GET',
  path: '/api/v2/verification',
  summary: 'The verified telephone number, the fee, and a number that waits for its code',
  access: 'session',
  on: 'person',
  data: verification,
  errors: [],
});

export const startVerification = endpoint({
  method: 'POST',
  path: '/api/v2/verification',
  summary: 'Sends a code to a telephone number; a minute lies between two, and five are sent in a day',
  access: 'session',
  on: 'person',
  limit: verifying,
  body: z.object({
    phone,
    /** For a number without its calling code; the usual one unless given. */
    country: z.string().max(2).optional(),
    method: method.optional(),
  }),
  data: verification,
  errors: ['proof_required', 'too_many_requests', 'service_unavailable'],
});

const confirmErrors = [
  'proof_required',
  'verification_code_wrong',
  'verification_code_expired',
  'already_exists',
  'service_unavailable',
] as const;

export const confirmVerification = endpoint({
  method: 'PATCH',
  path: '/api/v2/verification',
  summary: 'Proves the number that the last code was sent to',
  access: 'session',
  on: 'person',
  limit: verifying,
  body: z.object({ code }),
  data: verification,
  errors: confirmErrors,
});

export const setPhone = endpoint({
  method: 'PUT',
  path: '/api/v2/phone',
  summary: 'The same, for whoever names the number again',
  access: 'session',
  on: 'person',
  limit: verifying,
  body: z.object({ phone, code }),
  data: verification,
  errors: confirmErrors,
});

export const removePhone = endpoint({
  method: 'DELETE',
  path: '/api/v2/phone',
  summary: 'Takes the verified number away: no code is sent to it any more',
  access: 'session',
  on: 'person',
  limit: verifying,
  data: done,
  errors: ['proof_required'],
});

export const sendCode = endpoint({
  method: 'POST',
  path: '/api/v2/otp',
  summary:
    'Sends a code to the verified number for the challenge of a sign-in; without one, in a session, the code of the number that waits for it once more',
  access: 'public',
  limit: { name: 'asking for codes', count: 60, perSeconds: 600, by: 'address' },
  body: z.object({ method, challenge: z.string().min(1).max(100).optional() }),
  data: sent,
  errors: [
    'challenge_expired',
    'forbidden',
    'verification_code_expired',
    'session_required',
    'proof_required',
    'too_many_requests',
    'service_unavailable',
  ],
});
