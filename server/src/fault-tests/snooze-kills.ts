import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { followUpThreads } from '../features/later/follow-up-threads.ts';
import { snoozeThreads } from '../features/later/snooze-threads.ts';
import { readSystemFolders } from '../mail/mailbox/mailbox.store.ts';
import { recount } from '../mail/mailbox/recount.ts';
import type { Clock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { fileMails } from '../test-kit/file-mail.ts';
import { type Kill, startKilledServer } from './killed-server.ts';
import { openParts, preparePeople } from './prepare-people.ts';

type SnoozeKills = {
  dataDir: string;
  /** Conversations, each with a time of its own: every other one is followed up. */
  snoozes: number;
  /** Over which their times are spread. */
  seconds: number;
  kills: Kill[];
  clock: Clock;
};
export type SnoozeFigures = {
  kills: number;
  back: number;
  /** Seconds from the time that was chosen to the one at which it was back. */
  latest: number;
  /** Must be empty. */
  faults: string[];
};

const PEOPLE = 5;
/** The program is up by then. */
const BEGINS_SECONDS = 15;
/** At least, on a machine that has other work. */
const SNOOZED_A_SECOND = 20;
const POLL_MS = 500;

/** Lets the times of snoozed conversations, and of sent messages that nobody answers, pass while program and database are killed repeatedly. */
export async function snoozeKills({ dataDir, clock, ...run }: SnoozeKills): Promise<SnoozeFigures> {
  const prepared = await openParts(dataDir);
  const mailboxes = [...(await preparePeople(prepared, PEOPLE)).values()];
  const filed = await fileAll(prepared, mailboxes, Math.ceil(run.snoozes / mailboxes.length));
  const begin = Math.floor(clock.now() / 1000) + BEGINS_SECONDS + Math.ceil(run.snoozes / SNOOZED_A_SECOND);
  const times = await snoozeAll(prepared, filed, { ...run, begin });
  await prepared.close();

  const killed = await startKilledServer({ dataDir, clock });
  const kills = [...run.kills];
  const step = (run.seconds * 1000) / (run.kills.length + 1);
  const striking = (async () => {
    for (const [place, kill] of kills.entries()) {
      await clock.sleep(Math.max(0, begin * 1000 + (place + 1) * step - clock.now()));
      killed.strike(kill);
    }
    await clock.sleep(Math.max(0, (begin + run.seconds) * 1000 - clock.now()));
  })();
  await killed.untilDone(striking);
  await waitUntilBack(dataDir, clock);
  await killed.stop();
  const parts = await openParts(dataDir);
  try {
    return { kills: kills.length, ...(await judge(parts, mailboxes, times)) };
  } finally {
    await parts.close();
  }
}

const isSent = (number: number) => number % 2 === 1;

type FiledMailbox = { mailbox: number; inbox: string; messages: string[]; threads: Map<string, string> };

async function fileAll(parts: AppContext, mailboxes: number[], each: number): Promise<FiledMailbox[]> {
  const filed: FiledMailbox[] = [];
  for (const [place, mailbox] of mailboxes.entries()) {
    const { INBOX, Sent } = await readSystemFolders(parts.db, mailbox);
    const given = Array.from({ length: each }, (_, number) => ({
      subject: `Để sau ${place} ${number}`,
      unread: false,
      folder: isSent(number) ? Sent : INBOX,
    }));
    const messages = await fileMails(parts, mailbox, given);
    filed.push({ mailbox, inbox: INBOX, messages, threads: await readThreadIds(parts, mailbox) });
  }
  return filed;
}

/** Answers the time of each message. */
async function snoozeAll(
  parts: AppContext,
  filed: FiledMailbox[],
  { snoozes, seconds, begin }: Pick<SnoozeKills, 'snoozes' | 'seconds'> & { begin: number },
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const [place, { mailbox, inbox, messages, threads }] of filed.entries()) {
    for (const [number, id] of messages.entries()) {
      const until = begin + Math.floor(((number * filed.length + place) * seconds) / snoozes);
      const ids = [threads.get(id) as string];
      if (isSent(number)) await followUpThreads(parts, mailbox, { ids, at: until });
      else await snoozeThreads(parts, mailbox, { ids, folder_id: inbox, until });
      times.set(id, until);
    }
  }
  return times;
}

async function readThreadIds({ db }: AppContext, mailbox: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'thread_id'])
    .where('mailbox_id', '=', mailbox)
    .execute();
  return new Map(rows.map(({ id, thread_id }) => [id, thread_id]));
}

/** A job whose process was killed is taken up again after some minutes, or when its moment is found without one. */
async function waitUntilBack(dataDir: string, clock: Clock): Promise<void> {
  const parts = await openParts(dataDir);
  try {
    for (;;) {
      const { rows } = await sql`select from snooze_times limit 1`.execute(kyselyOf(parts.db));
      if (rows.length === 0) return;
      await clock.sleep(POLL_MS);
    }
  } finally {
    await parts.close();
  }
}

async function judge(
  parts: AppContext,
  mailboxes: number[],
  times: Map<string, number>,
): Promise<Omit<SnoozeFigures, 'kills'>> {
  const { rows } = await sql<{ id: string; role: string; unread: boolean; back_at: number; told: number }>`
    select m.id, f.role, m.unread, m.back_at, count(c.seq)::integer as told
    from messages m join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    left join changes c on c.mailbox_id = m.mailbox_id and c.kind = 'new_mail' and c.entity = m.id
    group by m.mailbox_id, m.id, f.mailbox_id, f.id`.execute(kyselyOf(parts.db));
  const figures = { back: 0, latest: 0, faults: [] as string[] };
  for (const { id, role, unread, back_at: backAt, told } of rows) {
    const until = times.get(id) as number;
    if (role !== 'INBOX' || !unread) figures.faults.push(`${id} is not back`);
    else if (told !== 1) figures.faults.push(`${id} came back ${told} times`);
    else if (backAt < until) figures.faults.push(`${id} was back ${until - backAt} seconds early`);
    else figures.back += 1;
    figures.latest = Math.max(figures.latest, backAt - until);
  }
  for (const mailbox of mailboxes) figures.faults.push(...(await recount(parts.db, mailbox)));
  return figures;
}
