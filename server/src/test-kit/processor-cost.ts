import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, systemClock } from '../platform/clock.ts';

/** Where the work runs: in this thread, or in any of this process. */
type Where = 'thread' | 'process';

/** Processor time in microseconds, which excludes other work of the machine. */
async function cost(work: () => unknown, where: Where): Promise<number> {
  const used = (before?: NodeJS.CpuUsage) =>
    where === 'thread' ? process.threadCpuUsage(before) : process.cpuUsage(before);
  const before = used();
  await work();
  const { user, system } = used(before);
  return user + system;
}

/** Measures the processor time of this process: on a busy machine a parse takes longer, but costs the same. */
export const processorClock: Clock = {
  ...systemClock,
  now() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
};

export type Growth = { small: number; large: number };

/** Inputs have one size, and four times that size. */
const FACTOR = 4;
/** For linear work the cost is 4 times as much, for quadratic work 16 times. */
const TOO_STEEP = 9;
const TRIES = 4;

setFlagsFromString('--expose-gc');
/** Garbage of previous files, collected by threads of this process, must not count as cost of the work. */
const collectGarbage: () => void = runInNewContext('gc');

/**
 * The cost of work on an input, and on one four times as large. The machine's overhead (compilation, garbage
 * collection) is occasional: suspicious work is measured again, and its least cost counts. If the large input
 * alone is above suspicion, even if the small one were free, the small one is not measured.
 */
export async function growthOf<Input>(
  make: (size: number) => Input,
  size: number,
  work: (input: Input) => unknown,
  isSuspicious: (growth: Growth) => boolean,
  where: Where = 'thread',
): Promise<Growth> {
  const much = make(size * FACTOR);
  const atWorst = { small: 0, large: await cost(() => work(much), where) };
  if (!isSuspicious(atWorst)) return atWorst;
  const little = make(size);
  const growth = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  for (let tries = 0; tries < TRIES; tries += 1) {
    collectGarbage();
    growth.small = Math.min(growth.small, await cost(() => work(little), where));
    // Else what the small one has left is collected in the time of the large one.
    collectGarbage();
    growth.large = Math.min(growth.large, await cost(() => work(much), where));
    if (!isSuspicious(growth)) break;
  }
  return growth;
}

/** Whether work grows faster than its input, and costs more than `harmless`. */
export function isTooSteep({ small, large }: Growth, harmless: number): boolean {
  return large > harmless && large / small > TOO_STEEP;
}

/**
 * The share of the work's processor time spent in this thread, which is blocked meanwhile: the rest is that
 * of workers. A share that is too large is measured again, and the least counts.
 */
export async function shareOfThread(work: () => unknown, tooLarge: number): Promise<number> {
  let share = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && share >= tooLarge; tries += 1) {
    if (tries > 0) collectGarbage();
    const all = process.cpuUsage();
    const here = await cost(work, 'thread');
    const { user, system } = process.cpuUsage(all);
    share = Math.min(share, here / (user + system));
  }
  return share;
}
