import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';

export const signImages = endpoint({
  method: 'POST',
  path: '/api/v2/messages/:id/images',
  summary: 'Where the images of a message load from: http, https and cid addresses get signed ones of ours',
  access: 'verified',
  params: z.object({ id }),
  body: z.object({ urls: z.array(z.string()).min(1).max(LIMITS.imagesPerCall) }),
  /** In the order asked; `src` is null for what can't be shown. The addresses live for a day. */
  data: z.array(z.object({ url: z.string(), src: z.string().nullable() })),
  errors: ['message_not_found'],
});

/** Public, because the frame that shows mail has no origin and sends no cookies: the signature is the right to it. */
export const getRemoteImage = endpoint({
  method: 'GET',
  path: '/api/v2/images/:signed',
  summary: 'A remote image of a message, fetched by the server',
  access: 'public',
  params: z.object({ signed: z.string().max(200) }),
  query: z.object({ u: z.string().max(LIMITS.imageAddressLength) }),
  bytes: 'image/*',
  errors: ['not_found'],
});

export const showInlineFile = endpoint({
  method: 'GET',
  path: '/api/v2/files/:id/inline',
  summary: 'An image that came with a message, by its signed address',
  access: 'public',
  params: z.object({ id }),
  query: z.object({ sig: z.string().max(200) }),
  bytes: 'image/*',
  errors: ['not_found'],
});
