import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id } from './fields.ts';
import { LIMITS } from './limits.ts';

export const signImages = endpoint({
  method: 'POST',
  path: '/api/v2/messages/:id/images',
  summary: 'Where the images of a message load from: http, https and cid addresses get signed ones of ours',
  access: 'verified',
  on: { mailbox: 'read' },
  limit: { name: 'image-signing', count: 600, perSeconds: 60, by: 'account' },
  params: z.object({ id }),
  body: z.object({ urls: z.array(z.string()).min(1).max(LIMITS.imagesPerCall) }),
  /** In the order asked; `src` is null for what can’t be shown. They live for a day, and never longer than the session. */
  data: z.array(z.object({ url: z.string(), src: z.string().nullable() })),
  errors: ['message_not_found'],
});

/** Public: the signature grants access. A client's sandboxed frame may have no origin, and then sends no cookies. */
export const getRemoteImage = endpoint({
  method: 'GET',
  path: '/api/v2/images/:signed',
  summary: 'A remote image of a message, fetched by the server',
  access: 'public',
  limit: { name: 'images', count: 6000, perSeconds: 60, by: 'address' },
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
  limit: { name: 'images', count: 6000, perSeconds: 60, by: 'address' },
  params: z.object({ id }),
  query: z.object({ sig: z.string().max(200) }),
  bytes: 'image/*',
  errors: ['not_found'],
});
