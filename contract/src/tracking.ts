import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What a tracked letter asks for when it is opened. It answers everybody alike: whoever has a token learns nothing. */
export const showTrackingPixel = endpoint({
  method: 'GET',
  path: '/t/:token.gif',
  summary: 'The sign that a tracked mail was opened',
  access: 'public',
  params: z.object({ token: z.string().max(100) }),
  bytes: 'image/gif',
  errors: [],
});
