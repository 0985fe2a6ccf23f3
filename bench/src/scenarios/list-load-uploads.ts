import { runLoad } from '../http/run-load.ts';
import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import { listRequests } from './list-load.ts';
import type { Scenario } from './scenario.ts';
import { freshBytes, openUpload } from './uploads.ts';

const CLIENTS = 8;
const STREAMS = 10;
/** Ten lines of 10 Mbit/s: an office in which everyone uploads at once. */
const BYTES_A_SECOND = 1_250_000;
const SLICES_A_SECOND = 20;
const ROUNDS = 4;
const MS = 3_000;
/** Too short to be judged, but exercises every line of the scenario. */
const QUICK = { rounds: 1, ms: 600 };

/** Throughput of list pages during uploads, compared with the throughput without. */
export const listLoadUploads: Scenario = {
  name: 'list-load-uploads',
  async run({ world, quick }): Promise<Row[]> {
    const { small: mailbox, program } = world;
    await world.recorder.run([
      { text: 'update mailboxes set enable_drive = true, drive_quota_mb = 1000000', values: [] },
    ]);
    const { rounds, ms } = quick ? QUICK : { rounds: ROUNDS, ms: MS };
    const order = { port: program.httpPort, connections: CLIENTS, requests: listRequests(mailbox), ms };
    const shares: number[] = [];
    const rates: number[] = [];
    const clientMs: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const alone = await runLoad(order);
      const stop = await startUploads(program.httpPort, mailbox);
      const beside = await runLoad(order);
      await stop();
      if (round === 0) continue;
      const rate = beside.clientMs.length / beside.seconds;
      rates.push(rate);
      shares.push(rate / (alone.clientMs.length / alone.seconds));
      clientMs.push(...beside.clientMs);
    }
    return [
      {
        scenario: 'list-load-uploads',
        title: `list pages, ${CLIENTS} clients, while ${STREAMS} files come in`,
        size: mailbox.size,
        samples: clientMs.length,
        client: spread(clientMs),
        perSecond: median(rates),
        ofPlain: median(shares),
        note: `beside none, each file at ${(BYTES_A_SECOND * 8) / 1e6} Mbit/s`,
      },
    ];
  },
};

/** Starts uploads limited to their line's speed; the returned function aborts them. */
async function startUploads(port: number, { token }: BenchMailbox): Promise<() => Promise<void>> {
  const slice = freshBytes(BYTES_A_SECOND / SLICES_A_SECOND);
  const size = BYTES_A_SECOND * 60;
  const calls = await Promise.all(Array.from({ length: STREAMS }, () => openUpload(port, token, size)));
  // Aborting a request ourselves makes it emit an error.
  for (const call of calls) call.on('error', () => undefined);
  const ended = calls.map((call) => new Promise((resolve) => call.once('close', resolve)));
  const writing = setInterval(() => {
    for (const call of calls) call.write(slice);
  }, 1000 / SLICES_A_SECOND);
  return async () => {
    clearInterval(writing);
    for (const call of calls) call.destroy();
    await Promise.all(ended);
  };
}
