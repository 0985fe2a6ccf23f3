import { createHmac, timingSafeEqual } from 'node:crypto';

export const LEAVE_PAGE = '/leave-group';
const MARK_LENGTH = 32;
/** An address has at most 254 characters, of which base64 makes four thirds. */
const LINK = /^([0-9a-z]{1,10})\.([\w-]{1,1400})\.([0-9a-f]{32})$/;

/** A member elsewhere of a group, or of one in it. */
export type Leaving = { groupId: number; address: string };

/** What names a member and can't be guessed: it is all that the page needs, and it does not expire. */
export function leaveToken(key: Buffer, leaving: Leaving): string {
  const address = Buffer.from(leaving.address).toString('base64url');
  return `${leaving.groupId.toString(36)}.${address}.${markOf(key, leaving)}`;
}

/** Null for what was not made here. */
export function readLeaveToken(key: Buffer, token: string): Leaving | null {
  const [, id, encoded, mark] = LINK.exec(token) ?? [];
  if (id === undefined || encoded === undefined || mark === undefined) return null;
  const leaving = { groupId: Number.parseInt(id, 36), address: Buffer.from(encoded, 'base64url').toString() };
  if (!Number.isSafeInteger(leaving.groupId)) return null;
  return timingSafeEqual(Buffer.from(markOf(key, leaving)), Buffer.from(mark)) ? leaving : null;
}

export function leaveLink(publicUrl: string, token: string): string {
  return `${publicUrl.replace(/\/$/, '')}${LEAVE_PAGE}?m=${token}`;
}

function markOf(key: Buffer, { groupId, address }: Leaving): string {
  return createHmac('sha256', key).update(`leave ${groupId} ${address}`).digest('hex').slice(0, MARK_LENGTH);
}
