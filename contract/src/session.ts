import { z } from 'zod';
import { user } from './account.ts';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';

export const SESSION_HEADER = 'x-auth-token';
export const SESSION_COOKIE = 'bocau_session';

export const login = endpoint({
  method: 'POST',
  path: '/api/v2/auth/login',
  summary: 'Sign in by email and password',
  access: 'public',
  body: z.object({
    email: z.string().min(1).max(320),
    password: z.string().min(1).max(1000),
    code: z.string().max(20).optional(),
  }),
  data: z.object({ token: z.string(), user }),
  errors: ['invalid_credentials', 'code_required', 'code_incorrect', 'too_many_requests'],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/v2/auth/logout',
  summary: 'End this session',
  access: 'session',
  data: done,
  errors: [],
});

export const getSession = endpoint({
  method: 'GET',
  path: '/api/v2/auth/session',
  summary:
    'The token of the session that the cookie stands for, as a single sign-on leaves one; null without one',
  access: 'public',
  data: z.object({ token: z.string(), user }).nullable(),
  errors: [],
});
