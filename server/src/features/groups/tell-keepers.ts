import { createHash } from 'node:crypto';
import type { GroupRequest } from '@bocau/contract/own-groups.ts';
import { readForwardingKey, readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../mail/forwarding/write-notice.ts';
import { readSuspended } from '../../mail/groups/groups.store.ts';
import { type HeldRow, readWaiting } from '../../mail/groups/held-messages.store.ts';
import { NOTICE_SECONDS, scheduleNotice } from '../../mail/groups/hold-for-group.ts';
import { fileNotice, type NoticeDeps } from '../../mail/messages/file-notice.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { heldLink } from './held-link.ts';
import { noticeWords } from './held-notice-words.ts';
import { readRequests } from './join-groups.store.ts';
import { lockTelling, readTold, readToldAt, writeToldAt } from './keepers.store.ts';

export type TellDeps = NoticeDeps & { config: { http: { publicUrl: string } } };

/** Named in one notice; the web lists the rest. */
const MOST_NAMED = 20;

/**
 * One notice an hour to each keeper of a group, of all messages and people that wait, and of suspended members. Messages that come at the same
 * time each have a job, which waits here for the one before and finds its notice.
 */
export async function tellKeepers(deps: TellDeps, { groupId }: { groupId: number }): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await lockTelling(tx, groupId);
    await tellInTurn(deps, tx, groupId);
  });
}

async function tellInTurn(deps: TellDeps, tx: Tx, groupId: number): Promise<void> {
  const { db, clock } = deps;
  const group = await readToldAt(db, groupId);
  if (!group) return;
  const { toldAt } = group;
  const [waiting, requests, suspended] = await Promise.all([
    readWaiting(db, groupId, MOST_NAMED + 1),
    readRequests(db, groupId),
    readSuspended(db, groupId, { since: toldAt, limit: MOST_NAMED }),
  ]);
  if (waiting.length + requests.length + suspended.length === 0) return;
  const now = unixSeconds(clock);
  if (toldAt !== null && now < toldAt + NOTICE_SECONDS) {
    await scheduleNotice(tx, groupId, toldAt, now);
    return;
  }
  const key = await readForwardingKey(db);
  for (const { mailboxId } of await readTold(db, groupId)) {
    await fileFor(deps, mailboxId, { key, now, group, waiting, requests, suspended });
  }
  await writeToldAt(tx, groupId, now);
}

type About = {
  key: Buffer;
  now: number;
  group: { address: string; toldAt: number | null };
  waiting: HeldRow[];
  requests: GroupRequest[];
  /** Members elsewhere who get nothing any more. */
  suspended: string[];
};

async function fileFor(
  deps: TellDeps,
  mailboxId: number,
  { key, now, group, waiting, requests, suspended }: About,
): Promise<void> {
  const { db, config } = deps;
  const [{ domain, email }, { language }] = await Promise.all([
    readOwner(db, mailboxId),
    readSettings(db, mailboxId),
  ]);
  const { publicUrl } = config.http;
  const named = waiting.slice(0, MOST_NAMED).map((held) => ({
    ...held,
    link: heldLink({ key, publicUrl }, { heldId: held.id, keeperId: mailboxId }, now),
  }));
  const words = noticeWords[language]({
    ...{ group, named, more: waiting.length > MOST_NAMED, requests, suspended },
    page: new URL(`/contacts/groups/${encodeURIComponent(group.address)}`, publicUrl).href,
  });
  // A run that is repeated after a crash finds its notices filed.
  const lastAsked = requests.at(-1);
  const asked = `${lastAsked?.email} ${lastAsked?.asked_at}`;
  const about = `held ${waiting[0]?.id} ${asked} ${mailboxId} ${suspended.join(' ')} ${group.toldAt}`;
  const deliveryKey = createHash('sha256').update(about).digest('hex');
  const id = `held-${deliveryKey.slice(0, 32)}`;
  const raw = writeNotice({ id, at: now, domain, to: email, ...words });
  await fileNotice(deps, mailboxId, { raw, at: now, deliveryKey });
}
