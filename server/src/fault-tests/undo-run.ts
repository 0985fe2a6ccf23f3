import { randomUUID } from 'node:crypto';
import { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type Prng, prng } from '../demo-world/prng.ts';
import type { Clock } from '../platform/clock.ts';
import { openCuttingLine } from './cutting-line.ts';
import { untilAnswered, writeAndSend } from './persistent-writer.ts';
import { judgeMessage, recountSeats, type WrittenMessage, waitUntilSettled } from './sending-verdict.ts';
import { type Seat, type SendingWorld, startSendingWorld } from './sending-world.ts';

export type UndoRun = { dataDir: string; clock: Clock; seed: string; messages: number; atOnce: number };

export type UndoFigures = {
  /** Undone while it was offered, and how many of them were undone. */
  inTime: number;
  inTimeCancelled: number;
  /** Never undone, and how many of them were sent. */
  left: number;
  leftSent: number;
  /** Undone about when they were due: either outcome is allowed, but not both. */
  onTheEdge: number;
  onTheEdgeCancelled: number;
  faults: string[];
};

const SEATS = 8;
const LONGEST_DELAY_MS = 1_500;
const CLOCK_OFF_MS = 10 * 60_000;
/** Real delays are longer; the critical moments are the same. */
const DELAYS = [2, 3, 5];
const EDGE_MS = 2_000;

type Undo = 'in time' | 'never' | 'on the edge';
type Outcome = { outgoing: WrittenMessage; undo: Undo; undone: boolean };

/**
 * Sends messages with a delay over slow connections, from browsers with wrong clocks, and undoes some of
 * them.
 */
export async function undoRun(run: UndoRun): Promise<UndoFigures> {
  const world = await startSendingWorld(run.dataDir, { seats: SEATS, clock: run.clock });
  const random = prng(run.seed);
  const figures: UndoFigures = {
    ...{ inTime: 0, inTimeCancelled: 0, left: 0, leftSent: 0, onTheEdge: 0, onTheEdgeCancelled: 0 },
    faults: [],
  };
  try {
    for (let first = 0; first < run.messages; first += run.atOnce) {
      const numbers = Array.from(
        { length: Math.min(run.atOnce, run.messages - first) },
        (_, place) => first + place + 1,
      );
      const outcomes = await Promise.all(numbers.map((number) => sendOne(world, number, random)));
      await waitUntilSettled(world);
      for (const outcome of outcomes) await count(world, outcome, figures);
    }
    figures.faults.push(...(await recountSeats(world)));
    return figures;
  } finally {
    await world.stop();
  }
}

/** Like the undo of compose windows: timed by the browser's own clock, starting with the first call. */
async function sendOne(world: SendingWorld, number: number, random: Prng): Promise<Outcome> {
  const { clock } = world;
  const seat = world.seats[number % SEATS] as Seat;
  const [there, offClock] = [random.int(0, LONGEST_DELAY_MS), random.int(-CLOCK_OFF_MS, CLOCK_OFF_MS)];
  const [moment, shown] = [random.next(), random.pick(DELAYS)];
  const undo = random.pick<Undo>(['in time', 'in time', 'in time', 'never', 'on the edge']);
  const line = await openCuttingLine({ port: () => world.program().httpPort, delayMs: () => there, clock });
  const browser = { now: () => clock.now() + offClock };
  const client = world.clientAt(line.port, seat);
  const outside = [`x${number}@ngoai.example`];
  const people = [...seat.colleagues.map(({ email }) => email), ...outside].map((email) => ({
    name: '',
    email,
  }));
  const content = { subject: `Hợp đồng ${number}`, to: people, body: '<p>Kính gửi</p>' };
  const kept = { clientKey: randomUUID(), messageId: null, version: null, sendTried: false };
  try {
    let at = 0;
    line.onWords(/^POST \/api\/v2\/send_mail /, () => {
      at = browser.now();
    });
    const how = { async: true, delay: shown + LIMITS.undoMarginSeconds };
    const message = await writeAndSend({ client, clock, kept, first: content, last: content, how });
    const outgoing = { number, seat, messageId: message.id, outside };
    const until = at + shown * 1000;
    const left = until - browser.now();
    // It is not offered when the response comes too late.
    if (undo === 'never' || (undo === 'in time' && left <= 0))
      return { outgoing, undo: 'never', undone: false };
    const edge = left + LIMITS.undoMarginSeconds * 1000 + (moment - 0.5) * EDGE_MS;
    await clock.sleep(Math.max(0, undo === 'in time' ? moment * left : edge));
    const undoing = untilAnswered({ clock }, () => client.undoSendMail({ body: { msg_id: message.id } }));
    const undone = await undoing.then(
      ({ data }) => data.is_draft && data.sending === null,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_undoable') return false;
        throw error;
      },
    );
    return { outgoing, undo, undone };
  } finally {
    line.close();
  }
}

async function count(
  world: SendingWorld,
  { outgoing, undo, undone }: Outcome,
  figures: UndoFigures,
): Promise<void> {
  const verdict = await judgeMessage(world, outgoing, { mayBeUnclear: false, wasTakenBack: undone });
  figures.faults.push(...verdict.faults);
  const isAsSaid = verdict.faults.length === 0;
  if (undo === 'in time') {
    figures.inTime += 1;
    if (undone && isAsSaid) figures.inTimeCancelled += 1;
    else figures.faults.push(`message ${outgoing.number} was taken back in time, and in vain`);
  } else if (undo === 'never') {
    figures.left += 1;
    if (isAsSaid) figures.leftSent += 1;
  } else {
    figures.onTheEdge += 1;
    if (undone) figures.onTheEdgeCancelled += 1;
  }
}
