import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';

/** The sign that one letter carries. Only who has the letter knows its token. */
export type TrackingMark = { tokenHash: Buffer; pixelUrl: string };

const TOKEN_BYTES = 24;
const NOT_SEEN = JSON.stringify({ view_count: 0, first_seen: null, last_seen: null });

export function newMark(publicUrl: string): TrackingMark {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { tokenHash: hashToken(token), pixelUrl: `${pixelsOf(publicUrl)}${token}.gif` };
}

/** The token that an address of ours names; null for every other address. */
export function tokenIn(url: string, publicUrl: string): string | null {
  const pixels = pixelsOf(publicUrl);
  return url.startsWith(pixels)
    ? (/^([\w-]{1,100})\.gif$/.exec(url.slice(pixels.length))?.[1] ?? null)
    : null;
}

function pixelsOf(publicUrl: string): string {
  return `${publicUrl.replace(/\/+$/, '')}/t/`;
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Ties a mark to the message whose letter carries it, from where it is counted anew. */
export async function keepMark(change: MailboxChange, messageId: string, mark: TrackingMark): Promise<void> {
  const { tx, mailboxId } = change;
  await sql`
    with marked as (
      insert into tracking_marks (token_hash, mailbox_id, message_id)
      values (${mark.tokenHash}, ${mailboxId}, ${messageId})
    ), older as (
      delete from tracking_marks where mailbox_id = ${mailboxId} and message_id = ${messageId}
    )
    update messages set tracking = ${NOT_SEEN}::jsonb
    where mailbox_id = ${mailboxId} and id = ${messageId}`.execute(tx);
}
