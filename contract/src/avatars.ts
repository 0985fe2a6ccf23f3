import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** AC-4: what an uploaded picture may be. */
export const AVATAR = { bytes: 2 * 1024 * 1024, leastSide: 100, mostPixels: 24_000_000 } as const;
/** In pixels: beside a name, and on a page of its own. */
export const AVATAR_WIDTHS = [96, 256] as const;

/** The path of the picture without its width; another picture has another one. Null: none. */
const ownAvatar = z.object({ avatar: z.string().nullable() });

export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/v2/avatar',
  summary: 'The own picture',
  access: 'session',
  on: 'person',
  data: ownAvatar,
  errors: [],
});

export const setAvatar = endpoint({
  method: 'POST',
  path: '/api/v2/avatar',
  summary:
    'Set the own picture (multipart, field `file`): png or jpg, at most 2 MB, at least 100 × 100 pixels',
  access: 'session',
  on: 'person',
  limit: { name: 'avatars', count: 20, perSeconds: 600, by: 'account' },
  multipart: true,
  data: ownAvatar,
  errors: ['too_large', 'file_not_allowed', 'unsupported_media_type'],
});

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/v2/avatar',
  summary: 'Remove the own picture',
  access: 'session',
  on: 'person',
  data: ownAvatar,
  errors: [],
});

export const listAvatars = endpoint({
  method: 'GET',
  path: '/api/v2/avatars',
  summary: 'The pictures of the people of one’s own domain, by their address',
  access: 'session',
  on: 'person',
  data: z.array(z.object({ email: z.string(), avatar: z.string() })),
  errors: [],
});

export const showAvatar = endpoint({
  method: 'GET',
  path: '/api/v2/public/avatars/:hash',
  summary: 'A picture, by a name that can’t be guessed; it never changes',
  access: 'public',
  limit: { name: 'avatar-pictures', count: 6000, perSeconds: 60, by: 'address' },
  params: z.object({ hash: z.string().min(1).max(100) }),
  query: z.object({ width: z.enum(['96', '256']).default('96') }),
  bytes: 'image/webp',
  errors: ['file_not_found'],
});
