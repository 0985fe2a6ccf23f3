import { join } from 'node:path';
import { createApiClient } from '@bocau/contract/client.ts';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { createDraft } from '../features/drafts/create-draft.ts';
import { createFromUpload } from '../features/merges/create-merge.ts';
import { startMerge } from '../features/merges/start-merge.ts';
import { readForwardingKey } from '../mail/forwarding/forwarding.store.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { refusalLink } from '../mail/outbox/refusal-link.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { type Kill, type KilledServer, startKilledServer } from './killed-server.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';
import { RELAY_PLACES, type Relay, readTaken, startRelay } from './relay.ts';
import { waitUntilSent } from './rule-kills.ts';
import { connect, superuser } from './sending-world.ts';

type MergeKills = {
  dataDir: string;
  rows: number;
  kills: Kill[];
  clock: Clock;
};
export type MergeFigures = {
  kills: number;
  /** As the report has them. */
  sent: number;
  unclear: number;
  skipped: number;
  /** Messages that the relay has taken. */
  taken: number;
  /** Must be empty. */
  faults: string[];
};

const SENDER = `p0@${DOMAIN}`;
const PASSWORD = 'Trộn thư 2026';
/** The program stands at a place of the conversation for so long before it is killed there. */
const STANDING_MS = 300;
const POLL_MS = 50;
const PAUSED_MS = 500;
const PATIENCE_MS = 300_000;
const MANY = '1000000';
const LIMITS = {
  SENDING_PER_HOUR: MANY,
  SENDING_PER_DAY: MANY,
  BRAKE_PER_HOUR: MANY,
  BRAKE_PER_DAY: MANY,
};

const addressOf = (row: number) => `khach${row}@ngoai.example`;

/** Sends a merge while program and database are killed at each step, it is paused, and somebody says no. */
export async function mergeKills({ dataDir, rows, clock, ...run }: MergeKills): Promise<MergeFigures> {
  const prepared = await openParts(dataDir);
  const mailbox = (await preparePeople(prepared, 2, { password: PASSWORD })).get(SENDER) as number;
  const mergeId = await prepareMerge(prepared, mailbox, rows);
  // The last row says no in the middle.
  const key = await readForwardingKey(prepared.db);
  const no = new URL(refusalLink('http://x', key, { mailboxId: mailbox, address: addressOf(rows) }));
  await prepared.close();

  const relayFile = join(dataDir, 'relay.txt');
  const relay = await startRelay(relayFile);
  try {
    const env = { ...LIMITS, SMTP_RELAY: `smtp://127.0.0.1:${relay.port}?tls=never` };
    const killed = await startKilledServer({ dataDir, clock, env });
    const strikes = strikeAtEachStep({
      killed,
      relay,
      relayFile,
      rows,
      clock,
      kills: run.kills,
      mergeId,
      no,
    });
    await killed.untilDone(strikes);
    await waitUntilMerged(dataDir, clock);
    await waitUntilSent(dataDir, clock);
    await killed.stop();
    const parts = await openParts(dataDir);
    try {
      return { kills: run.kills.length, ...(await judge(parts, mailbox, rows, await readTaken(relayFile))) };
    } finally {
      await parts.close();
    }
  } finally {
    await relay.kill();
  }
}

async function prepareMerge(parts: AppContext, mailbox: number, rows: number): Promise<string> {
  await sql`update domains set merges_per_day = ${Number(MANY)}`.execute(kyselyOf(parts.db));
  const draft = await createDraft(parts, mailbox, {
    ...{ action: 'new', subject: 'Báo giá cho {Tên}', body: '<p>Chào {Tên}</p>' },
  });
  const lines = Array.from({ length: rows }, (_, at) => `${addressOf(at + 1)},Khách ${at + 1}`);
  const caller = { person: mailbox, mailbox, at: unixSeconds(parts.clock) };
  const table = {
    draftId: draft.id,
    name: 'khach.csv',
    bytes: Buffer.from(`Email,Tên\n${lines.join('\n')}\n`),
  };
  const config = { ...parts.config, sending: { perHour: Number(MANY), perDay: Number(MANY) } };
  const { id } = await createFromUpload(parts, caller, table, new AbortController().signal);
  await startMerge({ ...parts, config }, caller, id, { expected: true, empty_fields: 'skip' });
  return id;
}

type Striking = {
  killed: KilledServer;
  relay: Relay;
  relayFile: string;
  rows: number;
  clock: Clock;
  kills: Kill[];
  mergeId: string;
  no: URL;
};

/** A kill after each share of the rows, each at another place of the conversation with the relay. */
async function strikeAtEachStep({ killed, relay, rows, clock, kills, ...run }: Striking): Promise<void> {
  for (const [step, kill] of kills.entries()) {
    const share = ((step + 1) * rows) / (kills.length + 2);
    while ((await readTaken(run.relayFile)).size < share) await clock.sleep(POLL_MS);
    if (step === Math.floor(kills.length / 2)) await pauseAndRefuse(killed, run.mergeId, run.no, clock);
    await relay.standStillAt(RELAY_PLACES[step % RELAY_PLACES.length] ?? null);
    await clock.sleep(STANDING_MS);
    killed.strike(kill);
    await clock.sleep(STANDING_MS);
    await relay.standStillAt(null);
  }
}

/** Tries again what a kill has interrupted. */
async function pauseAndRefuse(killed: KilledServer, id: string, no: URL, clock: Clock): Promise<void> {
  for (;;) {
    try {
      const { baseUrl } = await killed.server();
      const refused = await fetch(`${baseUrl}${no.pathname}${no.search}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
      if (!refused.ok) throw new Error(`the link answered ${refused.status}`);
      const client = createApiClient({ baseUrl, fetch });
      client.setToken((await client.login({ body: { email: SENDER, password: PASSWORD } })).data.token);
      for (const act of ['pause', 'resume'] as const) {
        await client.controlMerge({ params: { id }, body: { act } });
        await clock.sleep(PAUSED_MS);
      }
      return;
    } catch {
      await clock.sleep(PAUSED_MS);
    }
  }
}

/** What a kill has put off comes at once. */
async function waitUntilMerged(dataDir: string, clock: Clock): Promise<void> {
  const client = await connect(() => superuser(dataDir), clock);
  try {
    for (const until = clock.now() + PATIENCE_MS; ; await clock.sleep(POLL_MS)) {
      const { rows } = await client.query(`select from merges where state in ('running', 'paused')`);
      if (rows.length === 0) return;
      if (clock.now() > until) throw new Error('the merge did not end');
      await client.query(`
        update graphile_worker._private_jobs set run_at = now() where key like 'merge %' and locked_at is null`);
    }
  } finally {
    await client.end();
  }
}

type Row = { row: number; state: string; outcome: string | null; message_id: string | null };

async function judge(
  parts: AppContext,
  mailbox: number,
  rows: number,
  taken: Map<string, number>,
): Promise<Omit<MergeFigures, 'kills'>> {
  const { rows: reported } = await sql<Row>`
    select r.row, r.state, p.state as outcome, m.message_id_header as message_id from merge_rows r
    left join outbox_recipients p on p.mailbox_id = r.mailbox_id and p.outbox_id = r.outbox_id
    left join messages m on m.mailbox_id = r.mailbox_id and m.id = r.message_id
    order by r.row`.execute(kyselyOf(parts.db));
  const byAddress = new Map<string, number>();
  for (const [place, count] of taken) {
    const address = place.slice(place.lastIndexOf(' ') + 1);
    byAddress.set(address, (byAddress.get(address) ?? 0) + count);
  }
  const figures = { sent: 0, unclear: 0, skipped: 0, taken: taken.size, faults: [] as string[] };
  if (reported.length !== rows) figures.faults.push(`${reported.length} rows`);
  for (const { row, state, outcome } of reported) {
    const count = byAddress.get(addressOf(row)) ?? 0;
    if (state === 'skipped' && count === 0) figures.skipped += 1;
    else if (outcome === 'delivered' && count === 1) figures.sent += 1;
    else if (outcome === 'unclear' && count <= 1) figures.unclear += 1;
    else figures.faults.push(`row ${row} is ${state} ${outcome}, and came ${count} times`);
  }
  const copies = await parts.db
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mailbox_id', '=', mailbox)
    .where('draft', '=', false)
    .executeTakeFirstOrThrow();
  if (Number(copies.count) !== rows - figures.skipped) figures.faults.push(`${copies.count} copies in Sent`);
  figures.faults.push(...(await recount(parts.db, mailbox)));
  return figures;
}
