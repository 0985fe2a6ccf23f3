import type { MeetingsHandOver } from '../../calendar/scheduling/hand-over-task.ts';
import {
  countHandedOver,
  type HandOverPeople,
  readHandOverPeople,
} from '../../calendar/scheduling/hand-overs.store.ts';
import { countOrganised, MOST_HANDED_OVER } from '../../calendar/scheduling/organised.store.ts';
import { recordActs, type Target } from '../../identity/administration/record-acts.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db, Tx } from '../../tables.ts';
import { addCalendarNotice } from './notices/calendar-notices.ts';
import type { StopReason } from './notices/notice-words.ts';

type Deps = { db: Db; clock: Clock; log: Logger };
type End = {
  /** Null where all was tried. */
  reason: StopReason | null;
  /** How many meetings were left; where nothing is said, it is counted. */
  left?: number;
};

/** Tells of what was handed over, and of what was not: both people, the audit, the log, and who asked for it. */
export async function endHandOver({ db, clock, log }: Deps, job: MeetingsHandOver, end: End): Promise<void> {
  const { from, to, at: since } = job;
  const at = unixSeconds(clock);
  const moved = await countHandedOver(db, from, { to, since });
  const counted = end.left ?? (await countOrganised(db, from, { now: at, limit: MOST_HANDED_OVER })).open;
  const result = { moved, left: counted, reason: end.reason };
  const line = { mailbox: from, heir: to, ...result };
  if (end.reason === null) log.info(line, 'meetings handed over');
  else log.warn(line, 'handing over of meetings stopped');
  const [giver, heir] = [await readHandOverPeople(db, from, to), await readHandOverPeople(db, to, from)];
  if (!giver || !heir) return;
  await inTransaction(db, async (tx) => {
    const ended = { job, giver, heir, at, ...result };
    if (moved > 0) await tellBoth(tx, ended);
    await record(tx, ended);
    if (end.reason === null || job.asked?.kind !== 'person') return;
    await addCalendarNotice(tx, {
      ...{
        kind: 'meetings_stopped',
        mailboxId: job.asked.mailboxId,
        at,
        since,
        other: from,
        meetings: moved,
      },
      ...{ left: counted, by: addressOf(giver), heir: addressOf(heir), reason: end.reason },
    });
  });
}

type Ended = {
  job: MeetingsHandOver;
  giver: HandOverPeople;
  heir: HandOverPeople;
  at: number;
  moved: number;
  left: number;
  reason: StopReason | null;
};

const addressOf = ({ name, email }: HandOverPeople) => ({ name, email });

async function tellBoth(tx: Tx, { job, giver, heir, at, moved: meetings }: Ended): Promise<void> {
  const { from, to, at: since } = job;
  await addCalendarNotice(tx, {
    ...{ kind: 'meetings_received', mailboxId: to, at, since, other: from, meetings, by: addressOf(giver) },
  });
  if (!giver.signs_in) return;
  await addCalendarNotice(tx, {
    ...{ kind: 'meetings_given', mailboxId: from, at, since, other: to, meetings, heir: addressOf(heir) },
  });
}

async function record(tx: Tx, { job, giver, heir, at, moved, left, reason }: Ended): Promise<void> {
  if (!job.asked) return;
  const by = { actor: job.asked, at };
  const count = left === 0 ? `${moved}` : `${moved}/${moved + left}`;
  const act = reason === null ? 'meetings_handed_over' : 'meetings_hand_over_stopped';
  await recordActs(tx, targetOf(job.from, giver), by, [{ act, after: `${heir.email} (${count})` }]);
  if (moved === 0) return;
  const received = { act: 'meetings_received', after: `${giver.email} (${moved})` } as const;
  await recordActs(tx, targetOf(job.to, heir), by, [received]);
}

const targetOf = (mailboxId: number, { domain_id, email }: HandOverPeople): Target => ({
  ...{ domainId: domain_id, name: email, mailboxId },
});
