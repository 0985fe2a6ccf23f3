import { join } from 'node:path';
import type { Clock } from '../platform/clock.ts';
import { type CrashFigures, crashRun } from './crash-run.ts';
import type { Kill } from './killed-server.ts';
import { FRONT } from './make-messages.ts';
import { openParts } from './prepare-people.ts';
import { startRelay } from './relay.ts';
import { prepareRules } from './rule-kills-people.ts';
import { judgeRules, type RuleVerdict } from './rule-kills-verdict.ts';
import { advanceDueTimes } from './sending-verdict.ts';
import { connect, superuser } from './sending-world.ts';

type RuleKills = {
  dataDir: string;
  messages: number;
  kills: Kill[];
  seed: string;
  clock: Clock;
};

/** The number of messages per writer, so that most are no longer answered. */
const MESSAGES_A_WRITER = 8;
/** Without any progress; orphaned jobs are requeued by then. */
const PATIENCE_MS = 120_000;
const ORPHANED_AFTER_MS = 10_000;
const POLL_MS = 50;

/**
 * Delivers mail to people with forwards, redirecting filters and automatic replies, to remote and local
 * addresses, while program and database are killed repeatedly.
 */
export async function ruleKills(run: RuleKills): Promise<CrashFigures & RuleVerdict> {
  const { clock, dataDir } = run;
  const relayFile = join(dataDir, 'relay.txt');
  const relay = await startRelay(relayFile);
  const writers = Math.ceil(run.messages / MESSAGES_A_WRITER);
  try {
    const figures = await crashRun({
      ...run,
      connections: 8,
      more: {
        env: { SMTP_RELAY: `smtp://127.0.0.1:${relay.port}?tls=never`, TRUSTED_AUTHSERV: FRONT },
        writers,
        prepare: prepareRules,
        settle: () => waitUntilSent(dataDir, clock),
      },
    });
    const parts = await openParts(dataDir);
    try {
      return { ...figures, ...(await judgeRules(parts, relayFile, writers)) };
    } finally {
      await parts.close();
    }
  } finally {
    await relay.kill();
  }
}

/** Until nothing is in transit; retries are made immediately. */
export async function waitUntilSent(dataDir: string, clock: Clock): Promise<void> {
  const client = await connect(() => superuser(dataDir), clock);
  const query = async <Row extends object>(text: string): Promise<Row[]> => (await client.query(text)).rows;
  try {
    let [since, before, orphansSought] = [clock.now(), '', false];
    for (;;) {
      const [left] = await query<{ open: number; jobs: number; come: string }>(`
        select (select count(*)::int from outbox where state in ('held', 'sending')) as open,
          (select concat(sum(filed_to), ' ', sum(hashtext(sent_to))) from group_messages) as come,
          (select count(*)::int from outbox_recipients where state = 'delivered') as delivered,
          (select count(*)::int from graphile_worker.jobs
            where task_identifier in ('forward_message', 'answer_message', 'distribute_to_group') or key ~ '^(start|here|elsewhere) ') as jobs`);
      if (left?.open === 0 && left.jobs === 0) return;
      const now = JSON.stringify(left);
      if (now !== before) [since, before] = [clock.now(), now];
      if (!orphansSought && clock.now() - since > ORPHANED_AFTER_MS) {
        orphansSought = true;
        await query("update outbox set due_at = due_at - 3600 where state in ('held', 'sending')");
        await query("select from graphile_worker.add_job('recover_outbox')");
      }
      if (clock.now() - since > PATIENCE_MS) throw new Error(`not sent on: ${now}`);
      await query(`
        update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier in ('forward_message', 'answer_message', 'distribute_to_group')
          and j.locked_at is null and j.run_at > now()`);
      await advanceDueTimes(query);
      await clock.sleep(POLL_MS);
    }
  } finally {
    await client.end();
  }
}
