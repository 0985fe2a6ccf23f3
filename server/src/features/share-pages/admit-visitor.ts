import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { findOpenShare, isSharedWith, type OpenShare } from '../../drive/shares/open-shares.store.ts';
import { hashShareToken } from '../../drive/shares/share-secrets.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { isVisiting } from './visit.ts';

export type AdmitDeps = {
  db: ReadDb;
  clock: Clock;
  /** Whose session the browser has, if any. */
  findCaller: (request: FastifyRequest) => Promise<SessionCaller | null>;
};

/** What stands between a visitor and the files: `open` is nothing, `gone` is all there is. */
export type Admission =
  | { door: 'gone' }
  | { door: 'password' | 'button' | 'sign_in'; share: OpenShare }
  | { door: 'open'; share: OpenShare; caller: SessionCaller | null; isOwner: boolean };

/**
 * Who may come in by a link. A share without a password is for people inside alone, whom it names: their session shows
 * who they are, at each request. Whatever opens nothing is `gone`, for whichever reason, found by the same one query.
 */
export async function admitVisitor(
  deps: AdmitDeps,
  request: FastifyRequest,
  token: string,
): Promise<Admission> {
  const now = unixSeconds(deps.clock);
  const share = await findOpenShare(deps.db, hashShareToken(token), now);
  if (!share) return { door: 'gone' };
  const caller = await deps.findCaller(request);
  const isOwner = caller?.mailbox === share.mailbox_id;
  if (isOwner) return { door: 'open', share, caller, isOwner };
  const isNamed = caller !== null && (await isSharedWith(deps.db, share, caller.mailbox));
  const visiting = isVisiting(share, request.cookies, now);
  if (visiting && (isNamed || share.password_hash !== null)) {
    return { door: 'open', share, caller: isNamed ? caller : null, isOwner };
  }
  if (isNamed) return { door: 'button', share };
  if (share.password_hash !== null) return { door: 'password', share };
  // To whoever is not known as one of the people whom it names, a link that the organisation does not allow has ended.
  return caller === null && !share.closed_outside ? { door: 'sign_in', share } : { door: 'gone' };
}
