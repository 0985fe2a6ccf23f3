import { getRequest } from '../http/request.ts';
import { runLoad } from '../http/run-load.ts';
import { processorNote, processorTime } from '../measure/processor-time.ts';
import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import { listPath } from './lists.ts';
import type { Scenario } from './scenario.ts';

const CLIENTS = 8;
const PAGES = 20;
const ROUNDS = { number: 4, ms: 3_000 };
/** The quick run judges only ratios, and no ratio uses this load. */
const QUICK_ROUNDS = { number: 1, ms: 600 };

/** The first twenty pages of the inbox. */
export function listRequests(mailbox: BenchMailbox): Buffer[] {
  return Array.from({ length: PAGES }, (_, page) =>
    getRequest(listPath({ offset: page * 50 }), mailbox.token),
  );
}

export const listLoad: Scenario = {
  name: 'list-load',
  async run({ world, quick }) {
    const mailboxes = [world.small, world.large];
    const rounds = quick ? QUICK_ROUNDS : ROUNDS;
    const perSecond = new Map<BenchMailbox, number[]>(mailboxes.map((mailbox) => [mailbox, []]));
    const times = new Map<BenchMailbox, number[]>(mailboxes.map((mailbox) => [mailbox, []]));
    const order = { port: world.program.httpPort, connections: CLIENTS };
    const processor = new Map<BenchMailbox, string>();
    for (let round = 0; round <= rounds.number; round++) {
      for (const mailbox of mailboxes) {
        const ms = round === 0 ? rounds.ms / 3 : rounds.ms;
        const before = processorTime(world.program.pid, world.dataDir);
        const result = await runLoad({ ...order, requests: listRequests(mailbox), ms });
        if (round === 0) continue;
        const after = processorTime(world.program.pid, world.dataDir);
        processor.set(mailbox, processorNote(before, after, result.clientMs.length));
        perSecond.get(mailbox)?.push(result.clientMs.length / result.seconds);
        times.get(mailbox)?.push(...result.clientMs);
      }
    }
    return mailboxes.map((mailbox): Row => {
      const clientMs = times.get(mailbox) ?? [];
      return {
        scenario: 'list-load',
        title: `list pages, ${CLIENTS} clients`,
        size: mailbox.size,
        samples: clientMs.length,
        client: spread(clientMs),
        perSecond: median(perSecond.get(mailbox) ?? []),
        note: processor.get(mailbox) ?? '',
      };
    });
  },
};
