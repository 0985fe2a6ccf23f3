import { type Prng, prng } from '../demo-world/prng.ts';
import type { Clock } from '../platform/clock.ts';
import {
  mayBeUnclear,
  nameOf,
  packFaults,
  SEATS,
  SENDING_FAULTS,
  type SendingFault,
} from './sending-faults.ts';
import { strike } from './sending-strike.ts';
import { judgeMessage, recountSeats, waitUntilSettled } from './sending-verdict.ts';
import { type SendingWorld, startSendingWorld } from './sending-world.ts';

export type ExactlyOnceRun = {
  dataDir: string;
  clock: Clock;
  seed: string;
  /** The faults to inject; each with a message of its own. */
  faults: SendingFault[];
  onStrike?: (done: number, all: number) => void;
  isStopped?: () => boolean;
};

/** Counts of messages, and of their recipients. */
export type ExactlyOnceFigures = {
  faultPoints: number;
  messages: number;
  strikes: number;
  recipients: number;
  arrived: number;
  unclearTaken: number;
  unclearNotTaken: number;
  failed: number;
  orphaned: number;
  faults: string[];
};

/** Every fault this many times, in an order determined by the seed. */
export function faultsOf(runs: number, seed: string): SendingFault[] {
  const random = prng(seed);
  const all = Array.from({ length: runs }, () => SENDING_FAULTS).flat();
  return all
    .map((fault) => ({ fault, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ fault }) => fault);
}

/** Sends a message into each fault, and checks what everyone received in the end. */
export async function exactlyOnceRun(run: ExactlyOnceRun): Promise<ExactlyOnceFigures> {
  const { dataDir, clock, seed, onStrike, isStopped = () => false } = run;
  const world = await startSendingWorld(dataDir, { seats: SEATS, clock });
  const random = prng(seed);
  const figures: ExactlyOnceFigures = {
    ...{ faultPoints: new Set(run.faults.map(nameOf)).size, messages: 0, strikes: 0, recipients: 0 },
    ...{ arrived: 0, unclearTaken: 0, unclearNotTaken: 0, failed: 0, orphaned: 0, faults: [] },
  };
  const strikes = packFaults(run.faults);
  try {
    for (const faults of strikes) {
      if (isStopped()) break;
      await strikeAndJudge(world, faults, random, figures);
      figures.strikes += 1;
      onStrike?.(figures.strikes, strikes.length);
    }
    figures.faults.push(...(await recountSeats(world)));
  } catch (error) {
    // A message never ended, or could not be sent: further results in this world mean nothing.
    figures.faults.push(`after ${figures.strikes} strikes: ${(error as Error).stack}`);
  } finally {
    await world.stop();
  }
  return figures;
}

async function strikeAndJudge(
  world: SendingWorld,
  faults: SendingFault[],
  random: Prng,
  figures: ExactlyOnceFigures,
): Promise<void> {
  const messages = await strike(world, faults, figures.messages + 1, random);
  figures.orphaned += await waitUntilSettled(world);
  if (world.relayLine.cutsLeft() > 0) throw new Error('A conversation with the relay was not cut');
  for (const [index, outgoing] of messages.entries()) {
    const fault = faults[index] as SendingFault;
    const verdict = await judgeMessage(world, outgoing, {
      mayBeUnclear: mayBeUnclear(fault, outgoing.caughtHandingOver),
    });
    figures.recipients += outgoing.outside.length + outgoing.seat.colleagues.length;
    figures.arrived += verdict.arrived;
    figures.unclearTaken += verdict.unclearTaken;
    figures.unclearNotTaken += verdict.unclearNotTaken;
    figures.failed += verdict.failed;
    figures.faults.push(...verdict.faults.map((said) => `${nameOf(fault)}: ${said}`));
  }
  figures.messages += messages.length;
}
