import type { Row } from '../measure/row.ts';
import { median } from '../measure/statistics.ts';
import { deliver, writeMessages } from './delivery.ts';
import type { Bench } from './scenario.ts';

/** Another LMTP server, and one of its mailboxes. */
export type Beside = { host: string; port: number; recipient: string };

const ROUNDS = 9;
const WARM_UP = 300;

/**
 * Delivers the same signed messages by LMTP to the program and to another server, in turn, into a mailbox
 * that already has many messages. Disturbances of the machine affect both: the ratio compares the two halves
 * of a round.
 */
export async function measureBeside(
  { world, quick, say }: Bench,
  beside: Beside,
): Promise<{ rows: Row[]; ratios: string[] }> {
  const port = world.program.lmtpPort;
  if (port === null) throw new Error('The program takes no mail');
  const ours = { host: '127.0.0.1', port, recipients: [world.large.email] };
  const theirs = { host: beside.host, port: beside.port, recipients: [beside.recipient] };
  const run = process.pid;
  const warmUp = await writeMessages(`warm beside ${run}`, WARM_UP);
  for (const target of [ours, theirs]) await deliver({ ...target, connections: 8, messages: warmUp });
  const rows: Row[] = [];
  const ratios: string[] = [];
  for (const connections of [1, 8]) {
    const rates = { ours: [] as number[], theirs: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      say(`  ${connections} connections, round ${round + 1} of ${ROUNDS}`);
      const messages = await writeMessages(`beside ${run} ${connections} ${round}`, quick ? 150 : 500);
      const both = [
        async () => rates.ours.push((await deliver({ ...ours, connections, messages })).perSecond),
        async () => rates.theirs.push((await deliver({ ...theirs, connections, messages })).perSecond),
      ];
      for (const half of round % 2 === 0 ? both : both.toReversed()) await half();
    }
    const rowOf = (title: string, perSecond: number[]): Row => ({
      scenario: `lmtp-beside-${connections}`,
      title: `LMTP delivery, ${connections} connections: ${title}`,
      size: title === 'the program' ? world.large.size : null,
      samples: ROUNDS,
      perSecond: median(perSecond),
    });
    rows.push(rowOf('the program', rates.ours), rowOf(`${beside.host}:${beside.port}`, rates.theirs));
    const ratio = median(rates.ours.map((rate, round) => rate / (rates.theirs[round] as number)));
    ratios.push(`${connections} connections: ${ratio.toFixed(2)} times the rate beside it`);
  }
  return { rows, ratios };
}
