import { join } from 'node:path';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { createMailbox } from '../features/account/create-people.ts';
import { forwardId } from '../features/forwarding/forward-message.ts';
import type { Clock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { newId } from '../platform/ids.ts';
import { type CrashFigures, crashRun, type Kill } from './crash-run.ts';
import { DOMAIN, openParts } from './prepare-people.ts';
import { readTaken, startRelay } from './relay.ts';
import { advanceDueTimes } from './sending-verdict.ts';
import { connect, superuser } from './sending-world.ts';

type ForwardRun = {
  dataDir: string;
  messages: number;
  kills: Kill[];
  seed: string;
  clock: Clock;
};

/** Of what was sent on: how often it arrived, and `faults`, which must be empty. */
export type ForwardFigures = CrashFigures & {
  arrived: number;
  /** Shown as unclear, and taken by the relay, or not. */
  unclearTaken: number;
  unclearNotTaken: number;
  faults: string[];
};

/** Nobody is written to there directly. */
const HERE = `g@${DOMAIN}`;
/** Who forwards, and where to: the others keep their mail. */
const FORWARDS: Record<string, string> = {
  [`p0@${DOMAIN}`]: 'p0@ngoai.example',
  [`p1@${DOMAIN}`]: HERE,
  [`p2@${DOMAIN}`]: 'p2@ngoai.example',
};
const PATIENCE_MS = 120_000;
const POLL_MS = 50;

/** Delivers mail to people who forward it, elsewhere and here, while program and database are killed again and again. */
export async function forwardKills(run: ForwardRun): Promise<ForwardFigures> {
  const { clock, dataDir } = run;
  const relayFile = join(dataDir, 'relay.txt');
  const relay = await startRelay(relayFile);
  try {
    const figures = await crashRun({
      ...run,
      connections: 8,
      more: {
        env: { SMTP_RELAY: `smtp://127.0.0.1:${relay.port}?tls=never` },
        prepare,
        settle: () => waitUntilSent(dataDir, clock),
      },
    });
    const parts = await openParts(dataDir);
    try {
      return { ...figures, ...(await judge(parts, relayFile)) };
    } finally {
      await parts.close();
    }
  } finally {
    await relay.kill();
  }
}

async function prepare(parts: AppContext, people: Map<string, number>): Promise<void> {
  await createMailbox(parts, {
    ...{ email: HERE, name: 'Người nhận', passwordHash: null, kind: 'member' as const, quotaMb: 10_000 },
    ...{ enableSmtp: true, enableDrive: false, aliases: [] },
  });
  for (const [email, address] of Object.entries(FORWARDS)) {
    const mailbox = people.get(email);
    const id = newId(parts.clock);
    const definition = JSON.stringify({ type: 'autofw', is_enable: true, email: address });
    await sql`
      with made as (
        insert into rules (mailbox_id, id, is_enable, definition)
        values (${mailbox}, ${id}, true, ${definition}::jsonb))
      insert into forward_addresses (mailbox_id, address, rule_id, created_at, verified_at, code_sent_at)
      values (${mailbox}, ${address}, ${id}, 1, 1, 1)`.execute(kyselyOf(parts.db));
  }
}

/** Until nothing is on its way any more; what is to be tried later is tried now. */
async function waitUntilSent(dataDir: string, clock: Clock): Promise<void> {
  const client = await connect(() => superuser(dataDir), clock);
  const query = async <Row extends object>(text: string): Promise<Row[]> => (await client.query(text)).rows;
  try {
    const since = clock.now();
    for (;;) {
      const [left] = await query<{ open: number; jobs: number }>(`
        select (select count(*)::int from outbox where state in ('held', 'sending')) as open,
          (select count(*)::int from graphile_worker.jobs
            where task_identifier = 'forward_message' or key ~ '^(start|here|elsewhere) ') as jobs`);
      if (left?.open === 0 && left.jobs === 0) return;
      if (clock.now() - since > PATIENCE_MS) throw new Error(`not sent on: ${JSON.stringify(left)}`);
      await query(`
        update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = 'forward_message' and j.locked_at is null and j.run_at > now()`);
      await advanceDueTimes(query);
      await clock.sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}

type Received = { mailbox: number; email: string; id: string; key: string };

async function judge(
  parts: AppContext,
  relayFile: string,
): Promise<Pick<ForwardFigures, 'arrived' | 'unclearTaken' | 'unclearNotTaken' | 'faults'>> {
  const db = kyselyOf(parts.db);
  const { rows: received } = await sql<Received>`
    select m.mailbox_id as mailbox, b.email, m.message_id_header as id, encode(m.delivery_key, 'hex') as key
    from messages m join mailboxes b on b.id = m.mailbox_id`.execute(db);
  const { rows: sent } = await sql<{ id: string; state: string }>`
    select o.id, r.state from outbox o
    join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id`.execute(db);
  const states = new Map(sent.map(({ id, state }) => [id, state]));
  const taken = await readTaken(relayFile);
  for (const { email, id } of received) {
    if (email === HERE) taken.set(`${id} ${HERE}`, (taken.get(`${id} ${HERE}`) ?? 0) + 1);
  }
  const figures = { arrived: 0, unclearTaken: 0, unclearNotTaken: 0, faults: [] as string[] };
  const wanted = new Set<string>();
  for (const { mailbox, email, id, key } of received) {
    const target = FORWARDS[email];
    if (target === undefined) continue;
    const place = `${id} ${target}`;
    wanted.add(place);
    const count = taken.get(place) ?? 0;
    const state = states.get(forwardId({ mailboxId: mailbox, deliveryKey: key, target })) ?? 'nothing';
    if (state === 'delivered' && count === 1) figures.arrived += 1;
    else if (state === 'unclear' && count === 1) figures.unclearTaken += 1;
    else if (state === 'unclear' && count === 0) figures.unclearNotTaken += 1;
    else figures.faults.push(`${place}: ${state}, arrived ${count} times`);
  }
  for (const place of taken.keys())
    if (!wanted.has(place)) figures.faults.push(`${place}: nobody sent it on`);
  return figures;
}
