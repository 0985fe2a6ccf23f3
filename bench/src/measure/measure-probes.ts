import type { Answer } from '../http/connection.ts';
import type { Row } from './row.ts';
import { median, spread } from './statistics.ts';

export type Probe = {
  scenario: string;
  title: string;
  size: number;
  /** How many consecutive samples ask for different things. Each is requested once before measuring. */
  different?: number;
  /** Runs before each sample, unmeasured. */
  prepare?: (sample: number) => Promise<void>;
  ask: (sample: number) => Promise<Answer>;
  /** Runs the same SQL without HTTP. */
  bare?: () => Promise<void>;
  /** This size does something else than the others, so no ratio with it is computed. */
  notComparable?: true;
  note?: string;
};

type Sampled = { server: number[][]; client: number[][]; bare: number[][] };

const WARM_UP = 8;

/**
 * Orders the probes so that those that are compared are measured next to each other, whatever their mailbox.
 */
export function sideBySide(...mailboxes: Probe[][]): Probe[] {
  return [...Map.groupBy(mailboxes.flat(), ({ scenario }) => scenario).values()].flat();
}

export type Rounds = { rounds: number; samples: number };

/**
 * Measures in rounds over all probes, so that a slow moment of the machine affects all of them alike. A ratio
 * of two probes is the median of their ratios per round.
 */
export async function measureProbes(probes: Probe[], { rounds, samples }: Rounds): Promise<Row[]> {
  const sampled = new Map<Probe, Sampled>(
    probes.map((probe) => [probe, { server: [], client: [], bare: [] }]),
  );
  // Warm-up. The first change to a page after a checkpoint writes the full page to the WAL. A larger mailbox
  // has more such pages for the same few changes, so without touching each first this would be measured
  // instead of what grows with the mailbox.
  for (const probe of probes) {
    for (let i = 0; i < Math.max(WARM_UP, probe.different ?? 0); i++) {
      await askOnce(probe, i);
      await probe.bare?.();
    }
  }
  let number = 0;
  for (let round = 0; round < rounds; round++) {
    for (const [probe, into] of sampled) {
      const server: number[] = [];
      const client: number[] = [];
      const bare: number[] = [];
      for (let i = 0; i < samples; i++) {
        const answer = await askOnce(probe, number + i);
        server.push(answer.serverMs);
        client.push(answer.clientMs);
        if (probe.bare) bare.push(await timed(probe.bare));
      }
      into.server.push(server);
      into.client.push(client);
      into.bare.push(bare);
    }
    number += samples;
  }
  return probes.map((probe) => row(probe, sampled, probes));
}

export async function askOnce(probe: Probe, sample: number): Promise<Answer> {
  await probe.prepare?.(sample);
  const answer = await probe.ask(sample);
  if (answer.status >= 300) {
    throw new Error(`${probe.scenario} was answered ${answer.status} ${answer.body?.toString() ?? ''}`);
  }
  return answer;
}

async function timed(run: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await run();
  return performance.now() - since;
}

function row(probe: Probe, all: Map<Probe, Sampled>, probes: Probe[]): Row {
  const { server, client, bare } = all.get(probe) as Sampled;
  const smaller = nextSmaller(probe, probes);
  const told = tellsItsTime(server);
  return {
    scenario: probe.scenario,
    title: probe.title,
    size: probe.size,
    samples: client.flat().length,
    ...(told ? { server: spread(server.flat()) } : {}),
    client: spread(client.flat()),
    ...(probe.bare ? { bare: spread(bare.flat()), timesBare: ratioOfRounds(server, bare) } : {}),
    ...(smaller ? { timesSmall: timesSmaller(all.get(probe) as Sampled, all.get(smaller) as Sampled) } : {}),
    ...(probe.note === undefined ? {} : { note: probe.note }),
  };
}

function nextSmaller(probe: Probe, probes: Probe[]): Probe | undefined {
  const isComparable = ({ scenario, size, notComparable }: Probe) =>
    scenario === probe.scenario && size < probe.size && !notComparable;
  if (probe.notComparable) return undefined;
  return probes
    .filter(isComparable)
    .reduce<Probe | undefined>((next, other) => (next && next.size > other.size ? next : other), undefined);
}

/** Responses to unauthenticated visitors do not carry the server's time. */
function tellsItsTime(server: number[][]): boolean {
  return !server.flat().some(Number.isNaN);
}

function timesSmaller(larger: Sampled, smaller: Sampled): number {
  return tellsItsTime(larger.server)
    ? ratioOfRounds(larger.server, smaller.server)
    : ratioOfRounds(larger.client, smaller.client);
}

function ratioOfRounds(above: number[][], below: number[][]): number {
  return median(above.map((round, i) => median(round) / median(below[i] as number[])));
}
