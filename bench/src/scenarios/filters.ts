import type { ApiClient } from '@bocau/contract/client.ts';
import { filtersOn, sampleFilters } from '@bocau/server/test-kit/sample-filters.ts';
import { signedInClient } from '@bocau/server/test-kit/signed-in-client.ts';
import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';
import { deliver, writeMessages } from './delivery.ts';
import type { Bench, Scenario } from './scenario.ts';

const FILTERS = 50;
const MANY_FILTERS = 1_000;
/** Enough for the JIT to compile the functions. */
const WARM_UP = 300;

type Filtered = {
  scenario: string;
  title: string;
  /** Returns what removes them. */
  addFilters(client: ApiClient): Promise<() => Promise<void>>;
};

/**
 * The cost of filters: the evaluation alone, and delivery to a mailbox with filters compared with one
 * without, in alternating rounds.
 */
export const filters: Scenario = {
  name: 'filters',
  async run(bench: Bench): Promise<Row[]> {
    const messages = await writeMessages(`filters ${process.pid}`, 600);
    const rows = [FILTERS, MANY_FILTERS].map((count): Row => {
      const read = filtersOn(count);
      const ms = messages.map((raw) => timed(read(raw))).slice(WARM_UP);
      const title = `${count} filters asked of a message`;
      return { scenario: `filters-${count}`, title, size: null, samples: ms.length, client: spread(ms) };
    });
    const delivered = await besideUnfiltered(bench, {
      scenario: 'lmtp-filters',
      title: `LMTP delivery, 8 connections, one mailbox with ${FILTERS} filters`,
      addFilters: (client) => addFilters(client, sampleFilters(FILTERS)),
    });
    return [...rows, delivered];
  },
};

function timed(act: () => void): number {
  const since = performance.now();
  act();
  return performance.now() - since;
}

/** Delivery to a mailbox with these filters beside one without, in alternating rounds. */
export async function besideUnfiltered(
  { world, quick }: Bench,
  { scenario, title, addFilters }: Filtered,
): Promise<Row> {
  const port = world.program.lmtpPort;
  if (port === null) throw new Error('The program takes no mail');
  const [filtered, plain] = world.incoming.slice(-2) as [string, string];
  const client = await signedInClient(`http://127.0.0.1:${world.program.httpPort}`, {
    email: filtered,
    password: PASSWORD,
  });
  const removeFilters = await addFilters(client);
  const perRound = quick ? 100 : 400;
  const rates = { filtered: [] as number[], plain: [] as number[] };
  const shares: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const both = { filtered: 0, plain: 0 };
    // Alternates the order, so that neither side benefits from being first.
    const order = round % 2 === 0 ? (['filtered', 'plain'] as const) : (['plain', 'filtered'] as const);
    for (const which of order) {
      const { perSecond } = await deliver({
        ...{ host: '127.0.0.1', port, connections: 8 },
        recipients: [which === 'filtered' ? filtered : plain],
        messages: await writeMessages(`${scenario} ${process.pid} ${round} ${which}`, perRound),
      });
      both[which] = perSecond;
    }
    // The first round only warms up.
    if (round === 0) continue;
    rates.filtered.push(both.filtered);
    rates.plain.push(both.plain);
    shares.push(both.filtered / both.plain);
  }
  await removeFilters();
  return {
    ...{ scenario, title, size: null },
    samples: shares.length * perRound,
    perSecond: median(rates.filtered),
    ofPlain: median(shares),
    note: `${median(shares).toFixed(2)} of ${Math.round(median(rates.plain))} without filters`,
  };
}

/** Returns a function that removes the filters, because other scenarios deliver to the same mailboxes. */
export async function addFilters(client: ApiClient, given: object[]): Promise<() => Promise<void>> {
  for (const filter of given) {
    await client.createRule({ body: { is_enable: true, sieve_json: JSON.stringify(filter) } });
  }
  return async () => {
    for (const { id } of (await client.listRules({})).data) await client.deleteRule({ params: { id } });
  };
}
