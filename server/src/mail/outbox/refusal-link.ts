import { createHmac, timingSafeEqual } from 'node:crypto';

export const REFUSAL_PAGE = '/no-merges';
const MARK_LENGTH = 32;
/** An address has at most 254 characters, of which base64 makes four thirds. */
const LINK = /^([0-9a-z]{1,13})\.([\w-]{1,1400})\.([0-9a-f]{32})$/;

/** In sanitised HTML, within one tag or one text: as the address of a link, and written out. */
const LINKED = / href="[^"<>]*\/no-merges\?m=[^"<>]*"/g;
const WRITTEN = /https?:\/\/[^\s"<>?]{1,300}\/no-merges\?m=[\w.-]+/g;

/** Who wants no more of whom; the address as addresses are compared. */
export type Refusing = { mailboxId: number; address: string };

/** What names them and can't be guessed: it is all that the page needs, and it does not expire. */
export function refusalLink(publicUrl: string, key: Buffer, refusing: Refusing): string {
  const address = Buffer.from(refusing.address).toString('base64url');
  const token = `${refusing.mailboxId.toString(36)}.${address}.${markOf(key, refusing)}`;
  return `${publicUrl.replace(/\/$/, '')}${REFUSAL_PAGE}?m=${token}`;
}

/** Null for what was not made here. */
export function readRefusalToken(key: Buffer, token: string): Refusing | null {
  const [, id, encoded, mark] = LINK.exec(token) ?? [];
  if (id === undefined || encoded === undefined || mark === undefined) return null;
  const address = Buffer.from(encoded, 'base64url').toString();
  const refusing = { mailboxId: Number.parseInt(id, 36), address };
  if (!Number.isSafeInteger(refusing.mailboxId)) return null;
  return timingSafeEqual(Buffer.from(markOf(key, refusing)), Buffer.from(mark)) ? refusing : null;
}

/** MM-27: what is passed on keeps the words alone, as whoever gets it could refuse for the one it was sent to. */
export function withoutRefusalLinks(html: string): string {
  return html.replace(LINKED, '').replace(WRITTEN, '');
}

function markOf(key: Buffer, { mailboxId, address }: Refusing): string {
  return createHmac('sha256', key)
    .update(`no merges ${mailboxId} ${address}`)
    .digest('hex')
    .slice(0, MARK_LENGTH);
}
