import '@fastify/cookie';
import type { FastifyRequest } from 'fastify';
import { isSharedWith, type OpenShare } from '../../drive/shares/open-shares.store.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { ReadDb } from '../../tables.ts';
import { findLinkedShare } from './find-linked-share.ts';
import { isVisiting } from './visit.ts';

export type AdmitDeps = {
  db: ReadDb;
  clock: Clock;
  /** The browser's session, if any. */
  findCaller: (request: FastifyRequest) => Promise<SessionCaller | null>;
};

/** What a visitor sees: `open` are the files, `gone` nothing at all; the others are steps before the files. */
export type Admission =
  | { door: 'gone' }
  | { door: 'password' | 'button' | 'sign_in'; share: OpenShare }
  | { door: 'open'; share: OpenShare; caller: SessionCaller | null; isOwner: boolean };

/**
 * Decides who may use a link. A share without a password is only for the colleagues it names: their session
 * authenticates them at each request. A link that is closed for any reason is `gone`, determined by the same
 * single query.
 */
export async function admitVisitor(
  deps: AdmitDeps,
  request: FastifyRequest,
  token: string,
): Promise<Admission> {
  const now = unixSeconds(deps.clock);
  const share = await findLinkedShare(deps.db, token, now);
  if (!share) return { door: 'gone' };
  const caller = await deps.findCaller(request);
  const isOwner = caller?.person === share.mailbox_id;
  if (isOwner) return { door: 'open', share, caller, isOwner };
  const isNamed = caller !== null && (await isSharedWith(deps.db, share, caller.person));
  const visiting = isVisiting(share, request.cookies, now);
  if (visiting && (isNamed || share.password_hash !== null)) {
    return { door: 'open', share, caller: isNamed ? caller : null, isOwner };
  }
  if (isNamed) return { door: 'button', share };
  if (share.password_hash !== null) return { door: 'password', share };
  // For everyone but its named colleagues, a link that the organisation forbids has ended.
  return caller === null && !share.closed_outside ? { door: 'sign_in', share } : { door: 'gone' };
}
