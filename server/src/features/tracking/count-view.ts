import type { Tracking } from '@bocau/contract/messages.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { hashToken } from './tracking-mark.ts';

/** Who asked for the sign, as far as it is known. */
export type Viewer = {
  /** The mailbox here in which the letter was opened; null where it was opened elsewhere. */
  mailboxId: number | null;
  userAgent: string;
};

/** Asked for again within this time it is still the same look. */
const SAME_LOOK_SECONDS = 10;
/** Programs that open every letter before a person does. */
const SCANNERS =
  /bot\b|crawl|spider|scan|preview|monitor|barracuda|proofpoint|mimecast|symantec|fireeye|trend ?micro|sophos|curl|wget|python-|go-http|java\/|okhttp|libwww/i;

export type LookDeps = ChangeDeps & { log: Logger };

/** The dot is shown whether or not it could be counted. */
export async function countLook(deps: LookDeps, token: string, viewer: Viewer): Promise<void> {
  await countView(deps, token, viewer).catch((error: Error) =>
    deps.log.warn({ reason: error.message }, 'The opening of a mail was not counted'),
  );
}

/** Counts an opening that is likely a person's. The sender's own looks and those of scanners are not. */
async function countView(deps: ChangeDeps, token: string, viewer: Viewer): Promise<void> {
  if (SCANNERS.test(viewer.userAgent) || viewer.userAgent === '') return;
  const mark = await deps.db
    .selectFrom('tracking_marks as t')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 't.mailbox_id').onRef('m.id', '=', 't.message_id'),
    )
    .select(['t.mailbox_id', 't.message_id', 'm.tracking'])
    .where('t.token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!mark || mark.mailbox_id === viewer.mailboxId) return;
  if (!isNewLook(mark.tracking, unixSeconds(deps.clock))) return;
  await changeMailbox(deps, mark.mailbox_id, async (change) => {
    const { tx, mailboxId, now } = change;
    const row = await tx
      .selectFrom('messages')
      .select(['tracking', 'thread_id'])
      .where('mailbox_id', '=', mailboxId)
      .where('id', '=', mark.message_id)
      .executeTakeFirst();
    // Another look may have been counted since.
    if (!row?.tracking || !isNewLook(row.tracking, now)) return;
    const { view_count, first_seen } = row.tracking;
    const tracking: Tracking = { view_count: view_count + 1, first_seen: first_seen ?? now, last_seen: now };
    await tx
      .updateTable('messages')
      .set({ tracking: JSON.stringify(tracking) })
      .where('mailbox_id', '=', mailboxId)
      .where('id', '=', mark.message_id)
      .execute();
    change.touchThreads([row.thread_id]);
  });
}

function isNewLook(tracking: Tracking | null, now: number): boolean {
  return tracking !== null && (tracking.last_seen === null || now - tracking.last_seen >= SAME_LOOK_SECONDS);
}
