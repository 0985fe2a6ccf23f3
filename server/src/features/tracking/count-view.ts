import type { Tracking } from '@bocau/contract/messages.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { updateTracking } from '../../mail/messages/message-marks.store.ts';
import { hashToken } from '../../mail/outbox/tracking-mark.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { readMark, readTracking } from './tracking.store.ts';

/** Who requested the tracking image, as far as is known. */
export type Viewer = {
  /** The local mailbox in which the message was opened; null when it was opened elsewhere. */
  mailboxId: number | null;
  userAgent: string;
};

/** Requests within this time count as one view. */
const SAME_VIEW_SECONDS = 10;
/** Programs that open messages before a person does. */
const SCANNERS =
  /bot\b|crawl|spider|scan|preview|monitor|barracuda|proofpoint|mimecast|symantec|fireeye|trend ?micro|sophos|curl|wget|python-|go-http|java\/|okhttp|libwww/i;

export type ViewDeps = ChangeDeps & { log: Logger };

/** Failures are only logged: the image is returned in any case. */
export async function recordView(deps: ViewDeps, token: string, viewer: Viewer): Promise<void> {
  await countView(deps, token, viewer).catch((error: Error) =>
    deps.log.warn({ reason: error.message }, 'tracking view not counted'),
  );
}

/** Counts a view that is probably a person's, excluding the sender's own views and those of scanners. */
async function countView(deps: ChangeDeps, token: string, viewer: Viewer): Promise<void> {
  if (SCANNERS.test(viewer.userAgent) || viewer.userAgent === '') return;
  const mark = await readMark(deps.db, hashToken(token));
  if (!mark || mark.mailbox_id === viewer.mailboxId) return;
  const message = await readTracking(deps.db, mark.mailbox_id, mark.message_id);
  if (!message || !isNewView(message.tracking, unixSeconds(deps.clock))) return;
  await changeMailbox(deps, mark.mailbox_id, async (change) => {
    const { tx, mailboxId, now } = change;
    const row = await readTracking(tx, mailboxId, mark.message_id);
    // Another view may have been counted since.
    if (!row?.tracking || !isNewView(row.tracking, now)) return;
    const { view_count, first_seen } = row.tracking;
    const tracking: Tracking = { view_count: view_count + 1, first_seen: first_seen ?? now, last_seen: now };
    change.markThreadsDirty(await updateTracking(tx, mailboxId, mark.message_id, tracking));
  });
}

function isNewView(tracking: Tracking | null, now: number): boolean {
  return tracking !== null && (tracking.last_seen === null || now - tracking.last_seen >= SAME_VIEW_SECONDS);
}
