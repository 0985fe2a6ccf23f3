import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

/** For so long a link to choose a new password is good. */
export const RESET_LINK_HOURS = 24;

/** The fragment of `/login` that holds the token of a link; nothing after `#` is sent to a server. */
export const RESET_FRAGMENT = 'reset=';

const token = z.string().min(1).max(100);
/** Nobody guesses a token; this keeps the work small that strangers can ask for. */
const limit = { name: 'reset-link', count: 60, perSeconds: 60, by: 'address' } as const;

export const readResetLink = endpoint({
  method: 'POST',
  path: '/api/v2/auth/reset-link',
  summary: 'Whose password a link changes, and what ends with the old one; changes nothing',
  access: 'public',
  limit,
  body: z.object({ token }),
  data: z.object({
    email: z.string(),
    fullname: z.string(),
    /** The names of those that are revoked. */
    app_passwords: z.array(z.string()),
  }),
  errors: ['reset_link_expired'],
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/v2/auth/reset-password',
  summary: 'Chooses a new password by a link, once; the sign-in that follows still asks for the second step',
  access: 'public',
  limit,
  body: z.object({ token, new_password: z.string().min(1).max(1000) }),
  data: done,
  errors: ['reset_link_expired', 'password_refused'],
});
