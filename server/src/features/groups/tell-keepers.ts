import { createHash } from 'node:crypto';
import { readForwardingKey, readOwner } from '../../mail/forwarding/forwarding.store.ts';
import { writeNotice } from '../../mail/forwarding/write-notice.ts';
import { type HeldRow, readWaiting } from '../../mail/groups/held-messages.store.ts';
import { NOTICE_SECONDS, scheduleNotice } from '../../mail/groups/hold-for-group.ts';
import { fileNotice, type NoticeDeps } from '../../mail/messages/file-notice.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { heldLink } from './held-link.ts';
import { noticeWords } from './held-notice-words.ts';
import { readTold, readToldAt, writeToldAt } from './keepers.store.ts';

export type TellDeps = NoticeDeps & { config: { http: { publicUrl: string } } };

/** Named in one notice; the web lists the rest. */
const MOST_NAMED = 20;

/** One notice an hour to each keeper of a group, of all that waits. */
export async function tellKeepers(deps: TellDeps, { groupId }: { groupId: number }): Promise<void> {
  const { db, clock } = deps;
  const [group, waiting] = await Promise.all([
    readToldAt(db, groupId),
    readWaiting(db, groupId, MOST_NAMED + 1),
  ]);
  if (!group || waiting.length === 0) return;
  const now = unixSeconds(clock);
  const { toldAt } = group;
  if (toldAt !== null && now < toldAt + NOTICE_SECONDS) {
    await inTransaction(db, (tx) => scheduleNotice(tx, groupId, toldAt, now));
    return;
  }
  const key = await readForwardingKey(db);
  for (const { mailboxId } of await readTold(db, groupId)) {
    await fileFor(deps, mailboxId, { key, now, group, waiting });
  }
  await inTransaction(db, (tx) => writeToldAt(tx, groupId, now));
}

type About = {
  key: Buffer;
  now: number;
  group: { address: string };
  waiting: HeldRow[];
};

async function fileFor(
  deps: TellDeps,
  mailboxId: number,
  { key, now, group, waiting }: About,
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
  const words = noticeWords[language]({ group, named, more: waiting.length > MOST_NAMED });
  // A run that is repeated after a crash finds its notices filed.
  const about = `held ${waiting[0]?.id} ${mailboxId}`;
  const deliveryKey = createHash('sha256').update(about).digest('hex');
  const id = `held-${deliveryKey.slice(0, 32)}`;
  const raw = writeNotice({ id, at: now, domain, to: email, ...words });
  await fileNotice(deps, mailboxId, { raw, at: now, deliveryKey });
}
