import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** The tracking pixel of a message. It answers every request alike, so trying tokens reveals nothing. */
export const showTrackingPixel = endpoint({
  method: 'GET',
  path: '/t/:token.gif',
  summary: 'The sign that a tracked mail was opened',
  access: 'public',
  limit: { name: 'tracking', count: 12000, perSeconds: 60, by: 'address' },
  params: z.object({ token: z.string().max(100) }),
  bytes: 'image/gif',
  errors: [],
});
