import { getRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe, sideBySide } from '../measure/measure-probes.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

const PAGE = 50;
const FAR = 1_000;

/** Page 1,000 of the folder, or its last full page if there are fewer. */
function farPage(mailbox: BenchMailbox): number {
  return Math.min(FAR, Math.floor(mailbox.inboxThreads / PAGE) - 1);
}

export function listPath(query: { offset?: number; cursor?: string } = {}): string {
  return withQuery('/api/v2/threads', { in: 'INBOX', limit: PAGE, ...query });
}

function filterPath(filter: { is_star: boolean } | { is_read: boolean }): string {
  return withQuery('/api/v2/threads', { in: 'INBOX', limit: PAGE, ...filter });
}

export function farPagePath(mailbox: BenchMailbox): string {
  return listPath({ offset: farPage(mailbox) * PAGE });
}

async function listProbes({ world, connection }: Bench, mailbox: BenchMailbox): Promise<Probe[]> {
  const { client, token, size } = mailbox;
  const hasPages = mailbox.inboxThreads >= 2 * PAGE;
  const offset = hasPages ? farPage(mailbox) * PAGE : PAGE;
  const { data: old, meta } = await client.listThreads({
    query: { in: 'INBOX', limit: `${PAGE}`, offset: `${offset - PAGE}` },
  });
  // Worst case for a filter: the matching threads are old and rare.
  for (const { id } of old) await client.starThread({ params: { id }, body: { starred: true } });
  const pageNumber = farPage(mailbox).toLocaleString('en');

  async function probe(scenario: string, title: string, path: string): Promise<Probe> {
    const request = getRequest(path, token);
    const statements = await world.recorder.statementsOf(path, token);
    return {
      scenario,
      title,
      size,
      ask: () => connection.send(request),
      bare: () => world.recorder.run(statements),
    };
  }
  const probes = [
    await probe('list-first', 'first page of the inbox', listPath()),
    await probe('list-starred', 'the starred of the inbox', filterPath({ is_star: true })),
    await probe('list-unread', 'the unread of the inbox', filterPath({ is_read: false })),
  ];
  // A page that is not full is faster than others, so it is not comparable.
  if (!hasPages) return probes.map((each) => ({ ...each, notComparable: true }));
  return [
    ...probes,
    {
      ...(await probe('list-far', 'far page of the inbox, by number', farPagePath(mailbox))),
      notComparable: true,
      note: `page ${pageNumber}`,
    },
    {
      ...(await probe(
        'list-cursor',
        'far page of the inbox, by cursor',
        listPath({ cursor: meta.next_cursor ?? '' }),
      )),
      note: `page ${pageNumber}`,
    },
  ];
}

export const lists: Scenario = {
  name: 'lists',
  async run(bench) {
    const { tiny, small, large } = bench.world;
    const probes: Probe[][] = [];
    for (const mailbox of [tiny, small, large]) probes.push(await listProbes(bench, mailbox));
    return measureProbes(sideBySide(...probes), bench.rounds);
  },
};
