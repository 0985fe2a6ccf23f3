import type { Row } from '../measure/row.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import { followBulk } from './follow-bulk.ts';
import type { Bench, Scenario } from './scenario.ts';

/** One condition per run. No message matches, so messages are only read and never changed. */
const LOOKED_AT = [
  { type: 'subject', value: 'không có trong thư nào' },
  { type: 'to', value: 'khong.co@doitac.example' },
  { type: 'body', value: 'không có trong thư nào' },
];
const MESSAGES = 60_000;

/** Throughput of a filter that is run over existing mail, in messages per second. */
export const runFilter: Scenario = {
  name: 'run-filter',
  async run({ world }: Bench): Promise<Row[]> {
    const rows: Row[] = [];
    for (const condition of LOOKED_AT) {
      const { done, seconds } = await timeRun(world.small, condition);
      rows.push({
        scenario: `run-filter-${condition.type}`,
        title: `filter run over all mail: ${condition.type}`,
        size: world.small.size,
        samples: done,
        perSecond: done / seconds,
      });
    }
    return rows;
  },
};

async function timeRun({ client }: BenchMailbox, condition: object) {
  const filter = {
    conditions: [{ ...condition, comparator: 'contains' }],
    actions: [{ enable: true, type: 'setflag', value: 'Flagged' }],
  };
  const { data: rule } = await client.createRule({
    body: { is_enable: true, sieve_json: JSON.stringify(filter) },
  });
  const began = performance.now();
  const { data: job } = await client.runFilter({ params: { id: rule.id }, body: {} });
  const { done, state } = await followBulk(client, job.id, (each) => each.done >= MESSAGES);
  const seconds = (performance.now() - began) / 1000;
  if (state === 'running') await client.cancelBulk({ params: { id: job.id } });
  await client.deleteRule({ params: { id: rule.id } });
  return { done, seconds };
}
