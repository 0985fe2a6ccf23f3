import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done } from './fields.ts';
import { LIMITS } from './limits.ts';

export const clientErrorKind = z.enum(['error', 'rejection', 'screen', 'chunk']);

export const reportClientError = endpoint({
  method: 'POST',
  path: '/api/v2/client-errors',
  summary: 'Tell the server’s log of a fault of the web client; never with words of a mail',
  access: 'session',
  on: 'person',
  limit: { name: 'client-errors', count: 20, perSeconds: 60, by: 'session' },
  body: z.object({
    kind: clientErrorKind,
    message: z.string().max(LIMITS.clientErrorLength),
    /** A screen, or a file of the client with line and column. */
    where: z.string().max(300),
  }),
  data: done,
  errors: [],
});
