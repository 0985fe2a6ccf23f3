import type { Statement } from '@bocau/server/test-kit/record-sql.ts';
import { getRequest, jsonRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe, sideBySide } from '../measure/measure-probes.ts';
import type { BenchMailbox, ThreadRef } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

type Act = { scenario: string; title: string; threads: ThreadRef[]; peek: boolean };

const STEPS = 50;
const ROUNDS = 3;
const FEWEST = 10;

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
  const probe = {
    scenario: act.scenario,
    title: act.title,
    size,
    different: threads.length,
    // With only one or two long threads, their length varies too much by chance.
    ...(threads.length < FEWEST ? { notComparable: true as const } : {}),
  };
  if (!act.peek) {
    return {
      ...probe,
      prepare: async (sample) => {
        await connection.send(pick(unread, sample));
      },
      ask: (sample) => connection.send(pick(requests, sample)),
    };
  }
  // Sequential, because concurrent requests would be recorded together.
  const statements: Statement[][] = [];
  for (const thread of threads.slice(0, 10)) {
    statements.push(await world.recorder.statementsOf(pathOf(thread), token));
  }
  let turn = 0;
  return {
    ...probe,
    ask: (sample) => connection.send(pick(requests.slice(0, statements.length), sample)),
    bare: () => world.recorder.run(pick(statements, turn++)),
  };
}

/** A mailbox of fifty messages may have no long thread. */
function acts({ singles, longs }: BenchMailbox): Act[] {
  const later = singles.slice(-STEPS);
  const all = [
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
  return all.filter(({ threads }) => threads.length > 0);
}

async function openProbes(bench: Bench, mailbox: BenchMailbox): Promise<Probe[]> {
  const probes: Probe[] = [];
  for (const act of acts(mailbox)) probes.push(await openProbe(bench, mailbox, act));
  return probes;
}

export const threads: Scenario = {
  name: 'threads',
  async run(bench) {
    const { tiny, small, large } = bench.world;
    const probes: Probe[][] = [];
    for (const mailbox of [tiny, small, large]) probes.push(await openProbes(bench, mailbox));
    // Opening a thread takes a millisecond or two, so only many rounds distinguish a difference of a third
    // from noise.
    const { rounds, samples } = bench.rounds;
    return measureProbes(sideBySide(...probes), { rounds: rounds * ROUNDS, samples });
  },
};
