import { getRequest, jsonRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import type { BenchMailbox, ThreadRef } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

type Act = { scenario: string; title: string; threads: ThreadRef[]; peek: boolean };

const STEPS = 50;
const ROUNDS = 3;

async function openProbe(bench: Bench, mailbox: BenchMailbox, act: Act): Promise<Probe> {
  const { connection, world } = bench;
  const { token, size, inboxId } = mailbox;
  const threads = act.threads.slice(0, STEPS);
  const pathOf = (thread: ThreadRef) =>
    withQuery(`/api/v2/threads/${thread.id}`, { in: 'INBOX', ...(act.peek ? { peek: true } : {}) });
  const requests = threads.map((thread) => getRequest(pathOf(thread), token));
  const unread = threads.map((thread) =>
    jsonRequest('POST', '/api/v2/threads/unreads', token, {
      ids: [thread.id],
      folder_id: inboxId,
      unread: true,
    }),
  );
  const pick = <T>(items: T[], sample: number) => items[sample % items.length] as T;
  const probe = { scenario: act.scenario, title: act.title, size, different: threads.length };
  if (!act.peek) {
    return {
      ...probe,
      prepare: async (sample) => {
        await connection.send(pick(unread, sample));
      },
      ask: (sample) => connection.send(pick(requests, sample)),
    };
  }
  const statements = await Promise.all(
    threads.slice(0, 10).map((thread) => world.recorder.statementsOf(pathOf(thread), token)),
  );
  let turn = 0;
  return {
    ...probe,
    ask: (sample) => connection.send(pick(requests.slice(0, statements.length), sample)),
    bare: () => world.recorder.run(pick(statements, turn++)),
  };
}

function acts({ singles, longs }: BenchMailbox): Act[] {
  const later = singles.slice(STEPS, 2 * STEPS);
  return [
    { scenario: 'open', title: 'opening a thread of one message, peeking', threads: singles, peek: true },
    {
      scenario: 'open-long',
      title: 'opening a thread of 10 to 30 messages, peeking',
      threads: longs,
      peek: true,
    },
    {
      scenario: 'open-unread',
      title: 'opening an unread thread of one message',
      threads: later,
      peek: false,
    },
    {
      scenario: 'open-long-unread',
      title: 'opening an unread thread of 10 to 30',
      threads: longs,
      peek: false,
    },
  ];
}

export const threads: Scenario = {
  name: 'threads',
  async run(bench) {
    const { small, large } = bench.world;
    const probes: Probe[] = [];
    for (const [i, act] of acts(small).entries()) {
      probes.push(await openProbe(bench, small, act), await openProbe(bench, large, acts(large)[i] as Act));
    }
    // An opening takes a millisecond or two: only many rounds tell a difference of a third from the machine's moods.
    const { rounds, samples } = bench.rounds;
    return measureProbes(probes, { rounds: rounds * ROUNDS, samples });
  },
};
