import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createSecretBox, KEY_BYTES, type SecretBox } from '../../platform/secrets/secret-box.ts';

export const REFUSAL_PAGE = '/no-merges';
const SEALED = /^[\w-]{1,1400}$/;
/** As links were made before, with both in clear: they do not expire. */
const MARKED = /^([0-9a-z]{1,13})\.([\w-]{1,1400})\.([0-9a-f]{32})$/;
const MARK_LENGTH = 32;
const PURPOSE = { purpose: 'no merges', installation: true } as const;

/** In sanitised HTML, within one tag or one text: as the address of a link, and written out. */
const LINKED = / href="[^"<>]*\/no-merges\?m=[^"<>]*"/g;
const WRITTEN = /https?:\/\/[^\s"<>?]{1,300}\/no-merges\?m=[\w.-]+/g;

/** Who wants no more of whom; the address as addresses are compared. */
export type Refusing = { mailboxId: number; address: string };

/**
 * What names them and can't be guessed: it is all that the page needs, and it does not expire. MM-28: sealed, as the number
 * of a mailbox tells how many there are, and which aliases are of one.
 */
export function refusalLink(publicUrl: string, key: Buffer, { mailboxId, address }: Refusing): string {
  const sealed = boxOf(key).seal(Buffer.from(`${mailboxId} ${address}`), PURPOSE);
  return `${publicUrl.replace(/\/$/, '')}${REFUSAL_PAGE}?m=${sealed.toString('base64url')}`;
}

/** Null for what was not made here. */
export function readRefusalToken(key: Buffer, token: string): Refusing | null {
  return SEALED.test(token) ? openSealed(key, token) : readMarked(key, token);
}

function openSealed(key: Buffer, token: string): Refusing | null {
  const sealed = Buffer.from(token, 'base64url');
  try {
    const opened = boxOf(key).open(sealed, PURPOSE).toString();
    const blank = opened.indexOf(' ');
    return { mailboxId: Number(opened.slice(0, blank)), address: opened.slice(blank + 1) };
  } catch {
    return null;
  }
}

function boxOf(key: Buffer): SecretBox {
  return createSecretBox([Buffer.from(hkdfSync('sha256', key, '', 'bocau refusal link', KEY_BYTES))]);
}

function readMarked(key: Buffer, token: string): Refusing | null {
  const [, id, encoded, mark] = MARKED.exec(token) ?? [];
  if (id === undefined || encoded === undefined || mark === undefined) return null;
  const address = Buffer.from(encoded, 'base64url').toString();
  const refusing = { mailboxId: Number.parseInt(id, 36), address };
  if (!Number.isSafeInteger(refusing.mailboxId)) return null;
  return timingSafeEqual(Buffer.from(markOf(key, refusing)), Buffer.from(mark)) ? refusing : null;
}

function markOf(key: Buffer, { mailboxId, address }: Refusing): string {
  return createHmac('sha256', key)
    .update(`no merges ${mailboxId} ${address}`)
    .digest('hex')
    .slice(0, MARK_LENGTH);
}

/** MM-27: what is passed on keeps the words alone, as whoever gets it could refuse for the one it was sent to. */
export function withoutRefusalLinks(html: string): string {
  return html.replace(LINKED, '').replace(WRITTEN, '');
}
