import type { ApiClient } from '@bocau/contract/client.ts';
import { getRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import type { Row } from '../measure/row.ts';
import { SENDING_DOMAIN } from '../program/bench-names.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import { addFilters, besideUnfiltered } from './filters.ts';
import { followBulk } from './follow-bulk.ts';
import { listPath } from './lists.ts';
import type { Bench, Scenario } from './scenario.ts';

const PAGE = 50;
const LABELS_OF_A_ROW = 3;
const FILTERS = 10;

/**
 * Labels beside what they are compared with: the list of a label that a whole inbox carries beside the inbox itself, rows
 * with labels beside rows without, and filters that set labels beside no filters. What was labelled is as before afterwards.
 */
export const labels: Scenario = {
  name: 'labels',
  isLeftOutOfQuick: true,
  async run(bench: Bench): Promise<Row[]> {
    const delivered = await besideUnfiltered(bench, {
      scenario: 'lmtp-labels',
      title: `LMTP delivery, 8 connections, one mailbox with ${FILTERS} filters that set labels`,
      addFilters: addLabelFilters,
    });
    return [...(await measureLists(bench)), ...(await measureRows(bench)), delivered];
  },
};

async function measureLists(bench: Bench): Promise<Row[]> {
  const { client, size } = bench.world.large;
  const { data: label } = await client.createLabel({ body: { name: 'Cả hộp thư', color: 'teal' } });
  const began = performance.now();
  const { data: job } = await client.startBulk({
    body: { where: { in: 'INBOX' }, action: 'label', label_id: label.id },
  });
  const { done } = await followBulk(client, job.id);
  const seconds = (performance.now() - began) / 1000;
  const inbox = probe(bench, bench.world.large, ['inbox', 'first page of the inbox', listPath()]);
  const ofLabel = (query: object) => withQuery('/api/v2/threads', { label: label.id, limit: PAGE, ...query });
  const rows = await measureProbes(
    [
      inbox,
      probe(bench, bench.world.large, ['label-first', 'first page of a label on all of it', ofLabel({})]),
      probe(bench, bench.world.large, [
        'label-unread',
        'the unread of a label on all of it',
        ofLabel({ is_read: false }),
      ]),
    ],
    bench.rounds,
  );
  const undoing = performance.now();
  await client.undoBulk({ params: { id: job.id } });
  await followBulk(client, job.id);
  const undone = (performance.now() - undoing) / 1000;
  await client.deleteLabel({ params: { id: label.id } });
  return [
    {
      scenario: 'label-set',
      title: 'a label set on the inbox',
      size,
      samples: done,
      perSecond: done / seconds,
    },
    { scenario: 'label-undo', title: 'the same undone', size, samples: done, perSecond: done / undone },
    ...besideFirst(rows),
  ];
}

/** The first page with labels on each row, beside the second without. */
async function measureRows(bench: Bench): Promise<Row[]> {
  const { client } = bench.world.small;
  const { data: first, meta } = await client.listThreads({ query: { in: 'INBOX', limit: `${PAGE}` } });
  const ids = first.map(({ id }) => id);
  const made = await makeLabels(client, LABELS_OF_A_ROW);
  await client.labelThreads({ body: { ids, add: made, remove: [] } });
  const second = listPath({ cursor: meta.next_cursor ?? '' });
  const rows = await measureProbes(
    [
      probe(bench, bench.world.small, ['list-plain', 'a page of the inbox without labels', second]),
      probe(bench, bench.world.small, [
        'list-labelled',
        `a page of the inbox, ${LABELS_OF_A_ROW} labels on each row`,
        listPath(),
      ]),
    ],
    bench.rounds,
  );
  for (const id of made) await client.deleteLabel({ params: { id } });
  return besideFirst(rows);
}

function probe(
  { connection }: Bench,
  { token, size }: BenchMailbox,
  [scenario, title, path]: [scenario: string, title: string, path: string],
): Probe {
  const request = getRequest(path, token);
  return { scenario, title, size, ask: () => connection.send(request) };
}

function besideFirst([first, ...others]: Row[]): Row[] {
  if (!first?.server) throw new Error('There is nothing to compare with');
  const { p50 } = first.server;
  return [first, ...others.map((row) => ({ ...row, ofPlain: p50 / (row.server?.p50 ?? Number.NaN) }))];
}

async function addLabelFilters(client: ApiClient): Promise<() => Promise<void>> {
  const made = await makeLabels(client, FILTERS);
  const removeFilters = await addFilters(
    client,
    made.map((value, number) => ({
      match: 'all',
      // Subjects have numbers: a message fits those of its digits, and all fit the last one.
      conditions: [
        number === FILTERS - 1
          ? { type: 'from', comparator: 'contains', value: `partner@${SENDING_DOMAIN}` }
          : { type: 'subject', comparator: 'contains', value: `${number}` },
      ],
      actions: [{ enable: true, type: 'addlabel', value }],
    })),
  );
  return async () => {
    await removeFilters();
    for (const id of made) await client.deleteLabel({ params: { id } });
  };
}

async function makeLabels(client: ApiClient, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 0; number < count; number++) {
    const { data } = await client.createLabel({ body: { name: `Nhãn ${number}`, color: 'blue' } });
    ids.push(data.id);
  }
  return ids;
}
