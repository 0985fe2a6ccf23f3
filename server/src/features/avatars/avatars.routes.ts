import { getAvatar, listAvatars, removeAvatar, setAvatar, showAvatar } from '@bocau/contract/avatars.ts';
import { avatarAddress } from '../../mail/people/avatar-address.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { namesTag } from '../../platform/http/byte-range.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import { deleteAvatar, readAvatarsOfDomain, readOwnAvatar, readPicture } from './avatars.store.ts';
import * as set from './set-avatar.ts';

/**
 * Lists show many, so they are cached without revalidation; the avatar of a closed account disappears within
 * the hour.
 */
const CACHING = 'private, max-age=3600';

export function avatarRoutes(deps: { db: Db; clock: Clock }): Route[] {
  const { db } = deps;
  return [
    route(getAvatar, async ({ caller }) => {
      const hash = await readOwnAvatar(db, caller.person);
      return { data: { avatar: hash && avatarAddress(hash) } };
    }),

    route(setAvatar, async ({ caller, request }) => {
      const hash = await set.setAvatar(deps, caller.person, request);
      return { data: { avatar: avatarAddress(hash) } };
    }),

    route(removeAvatar, async ({ caller }) => {
      await inTransaction(db, (tx) => deleteAvatar(tx, caller.person));
      return { data: { avatar: null } };
    }),

    route(listAvatars, async ({ caller }) => {
      const avatars = await readAvatarsOfDomain(db, caller.person);
      return { data: avatars.map(({ email, hash }) => ({ email, avatar: avatarAddress(hash) })) };
    }),

    route(showAvatar, async ({ params, query, request }) => {
      const picture = await readPicture(db, params.hash, query.width === '256' ? 'large' : 'small');
      if (picture === null) throw new Failure('file_not_found', 'There is no such picture');
      const tag = `"${params.hash}-${query.width}"`;
      const caching = { etag: tag, 'cache-control': CACHING };
      if (namesTag(request.headers['if-none-match'], tag))
        return { status: 304, headers: caching, stream: null };
      return {
        headers: {
          ...caching,
          'content-type': 'image/webp',
          'content-length': String(picture.length),
          'x-content-type-options': 'nosniff',
        },
        stream: picture,
      };
    }),
  ];
}
