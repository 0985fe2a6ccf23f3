import { addMailboxes } from '@bocau/server/test-kit/add-mailboxes.ts';
import { changeDatabase } from '@bocau/server/test-kit/change-database.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import type { Row } from '../measure/row.ts';
import { median } from '../measure/statistics.ts';
import { SENDING_DOMAIN } from '../program/bench-names.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';
import type { World } from '../world/open-world.ts';
import { writeMessages } from './delivery.ts';
import type { Bench, Scenario } from './scenario.ts';

const MEMBERS = 200;
/** What a group may have. */
const MOST_MEMBERS = 5_000;
const ROUNDS = 7;
/** What one transaction may have. */
const MOST_RECIPIENTS = 100;
const SENDER = `partner@${SENDING_DOMAIN}`;
/** Looks again within one statement, so that nothing of the waiting is measured but the last look. */
const UNTIL_DISTRIBUTED = `do $$ begin
  while exists (select from group_messages where finished_at is null) loop perform pg_sleep(0.002); end loop; end $$`;

/** Delivery to a group, beside delivery to the same people as recipients of as few transactions as may be. */
export const groups: Scenario = {
  name: 'groups',
  async run(bench: Bench): Promise<Row[]> {
    // Unique per run, because a kept world already contains the people of earlier runs.
    const domain = `groups-${process.pid}.example`;
    const emails = Array.from({ length: MEMBERS }, (_, i) => `member${i}@${domain}`);
    const { databaseUrl } = bench.world;
    await addMailboxes(databaseUrl, { domain, emails, password: PASSWORD, quotaMb: 100_000 });
    const [small, large] = [`all@${domain}`, `all-${process.pid}@${BENCH_DOMAIN}`];
    await addGroup(bench.world, small, MEMBERS);
    await addGroup(bench.world, large, MOST_MEMBERS);
    return [await besideRecipients(bench, small, emails), await memoryOfMost(bench, large)];
  },
};

/** A group of the people of its domain. */
async function addGroup({ dataDir }: World, address: string, most: number): Promise<void> {
  const domain = address.slice(address.indexOf('@') + 1);
  await changeDatabase(
    dataDir,
    `with made as (
      insert into groups (domain_id, address, name, writers, created_at)
      select id, $1, '', 'anyone', 1 from domains where name = $2 returning id, domain_id)
    insert into group_members (group_id, address, person_id, added_at)
    select made.id, p.email, p.id, 1 from made join mailboxes p on p.domain_id = made.domain_id limit $3`,
    [address, domain, most],
  );
}

async function besideRecipients({ world, quick }: Bench, group: string, emails: string[]): Promise<Row> {
  const perRound = quick ? 5 : 20;
  const rates = { group: [] as number[], recipients: [] as number[] };
  const shares: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const both = { group: 0, recipients: 0 };
    // Alternates the order, so that neither side benefits from being first.
    const order = round % 2 === 0 ? (['group', 'recipients'] as const) : (['recipients', 'group'] as const);
    for (const which of order) {
      const messages = await writeMessages(`groups ${process.pid} ${round} ${which}`, perRound);
      const seconds = await bring(world, which === 'group' ? [group] : emails, messages);
      both[which] = (perRound * MEMBERS) / seconds;
    }
    // The first round only warms up.
    if (round === 0) continue;
    rates.group.push(both.group);
    rates.recipients.push(both.recipients);
    shares.push(both.group / both.recipients);
  }
  return {
    scenario: 'group-200',
    title: `LMTP delivery, 1 connection, a group of ${MEMBERS}: copies`,
    size: null,
    samples: shares.length * perRound * MEMBERS,
    perSecond: median(rates.group),
    ofPlain: median(shares),
    note: `${median(shares).toFixed(2)} of ${Math.round(median(rates.recipients))} to them as recipients`,
  };
}

/** What one message to a large group costs, in time and in the memory of the program. */
async function memoryOfMost({ world }: Bench, group: string): Promise<Row> {
  const before = world.program.residentMb();
  const messages = await writeMessages(`groups ${process.pid} large`, 1);
  const seconds = await bring(world, [group], messages);
  return {
    scenario: 'group-large',
    title: 'one message to a group of everybody in a domain: seconds',
    size: null,
    samples: 1,
    megabytes: Math.max(0, world.program.residentMb() - before),
    note: `${seconds.toFixed(1)} s`,
  };
}

/** The seconds until everybody has all messages. */
async function bring({ program, dataDir }: World, to: string[], messages: Buffer[]): Promise<number> {
  if (program.lmtpPort === null) throw new Error('The program takes no mail');
  const client = await connectMail({ host: '127.0.0.1', port: program.lmtpPort, protocol: 'lmtp' });
  const began = performance.now();
  for (const raw of messages) {
    for (let at = 0; at < to.length; at += MOST_RECIPIENTS) {
      const some = to.slice(at, at + MOST_RECIPIENTS);
      const { message } = await client.send({ from: SENDER, to: some, raw });
      const taken = message.filter(({ code }) => code === 250).length;
      if (taken !== some.length) throw new Error(`LMTP took ${taken} of ${some.length} recipients`);
    }
  }
  await changeDatabase(dataDir, UNTIL_DISTRIBUTED);
  const seconds = (performance.now() - began) / 1000;
  client.end();
  return seconds;
}
