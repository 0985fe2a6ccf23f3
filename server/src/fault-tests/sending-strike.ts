import { randomUUID } from 'node:crypto';
import type { Message } from '@bocau/contract/messages.ts';
import type { Prng } from '../demo-world/prng.ts';
import { type CuttingLine, openCuttingLine } from './cutting-line.ts';
import { type KeptWindow, type WriterOptions, writeAndSend } from './persistent-writer.ts';
import type { RelayPlace } from './relay.ts';
import { CALL_WORDS, CONTENT_BEGINS, nameOf, RELAY_CUTS, type SendingFault } from './sending-faults.ts';
import { advanceDueTimes, type WrittenMessage } from './sending-verdict.ts';
import type { Seat, SendingWorld } from './sending-world.ts';

const POLL_MS = 5;
const STAND_WITHIN_MS = 45_000;
/** Must not wait forever for a message that was deferred meanwhile. */
const LATE_MS = 3_000;
/** More than the buffers between program and relay hold. */
const BIG = 'ệ'.repeat(950_000);

type UnderWay = { fault: SendingFault; line: CuttingLine; written: Promise<WrittenMessage> };

/** And whether the program was transmitting it when it was killed. */
export type StruckMessage = WrittenMessage & { caughtHandingOver: boolean };

/** Writes a message for each fault, injects the faults, and restarts what was killed. */
export async function strike(
  world: SendingWorld,
  faults: SendingFault[],
  firstNumber: number,
  random: Prng,
): Promise<StruckMessage[]> {
  const { relay, relayLine, stand } = world;
  const [first] = faults as [SendingFault];
  const place = 'place' in first ? first.place : null;
  if (place !== null) await relay().standStillAt(place);
  if (place === 'content') relayLine.choke(CONTENT_BEGINS);
  if (first.hit === 'relay line') relayLine.cutNext(RELAY_CUTS[first.at], faults.length);
  for (const [index, fault] of faults.entries()) {
    if ('stop' in fault) await stand.arm(fault.stop, firstNumber + index);
  }
  const underWay: UnderWay[] = [];
  for (const [index, fault] of faults.entries()) {
    underWay.push(await begin(world, fault, firstNumber + index, world.seats[index] as Seat));
  }
  const writing = Promise.all(underWay.map(({ written }) => written));
  // Handled when it is awaited.
  writing.catch(() => undefined);
  try {
    const struck = hit(world, faults, place, random);
    const [caught, messages] = await Promise.race([Promise.all([struck, writing]), world.died]);
    return messages.map((message) => ({ ...message, caughtHandingOver: caught.has(message.messageId) }));
  } finally {
    if (place === 'content') relayLine.choke(null);
    for (const { line } of underWay) line.close();
  }
}

/** Returns the messages that the program was transmitting when it died. */
async function hit(
  world: SendingWorld,
  faults: SendingFault[],
  place: RelayPlace | null,
  random: Prng,
): Promise<Set<string>> {
  const [first] = faults as [SendingFault];
  let caught = new Set<string>();
  if (!['program', 'database', 'relay', 'silence'].includes(first.hit)) return caught;
  const { stand } = world;
  await untilAllStand(world, faults, place);
  if (first.hit === 'program') {
    await world.killProgram();
    if ('when' in first && first.when === 'after') await stand.letAllGo();
    else await stand.undoAll();
    caught = await messagesHandedOver(world);
    await resumeRelay(world, place);
    await world.restartProgram();
  } else if (first.hit === 'database') {
    const backends = await stand.standing();
    await world.killDatabase(backends.length > 0 && random.chance(0.5) ? random.pick(backends) : null);
    await resumeRelay(world, place);
  } else if (first.hit === 'silence') {
    await untilColleaguesHaveIt(world, faults.length);
    if (first.ends === 'breaks') world.relayLine.breakAll();
    await resumeRelay(world, place);
  } else {
    await world.killRelay();
    await world.restartRelay();
  }
  return caught;
}

/** Local deliveries do not wait for a silent relay. */
async function untilColleaguesHaveIt({ clock, query, relay }: SendingWorld, messages: number): Promise<void> {
  const since = clock.now();
  for (;;) {
    const [inside] = await query<{ reached: number }>(`
      select count(distinct o.id)::integer as reached from outbox o where o.state = 'sending' and not exists (
        select from outbox_recipients r where r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
          and r.destination = 'local' and r.state <> 'delivered')`);
    if (inside?.reached === messages) break;
    if (clock.now() - since > STAND_WITHIN_MS) {
      throw new Error(
        `Only ${inside?.reached} of ${messages} messages reached the colleagues, as the relay is silent`,
      );
    }
    await clock.sleep(POLL_MS);
  }
  if (relay().standing() < messages)
    throw new Error('The relay was not silent until the colleagues had theirs');
}

async function messagesHandedOver({ query }: SendingWorld): Promise<Set<string>> {
  const rows = await query<{ message_id: string }>(`
    select o.message_id from outbox o join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
    where r.state = 'handing_over'`);
  return new Set(rows.map((row) => row.message_id));
}

async function resumeRelay({ relay, relayLine }: SendingWorld, place: RelayPlace | null): Promise<void> {
  if (place === null) return;
  relayLine.choke(null);
  await relay().standStillAt(null);
}

async function untilAllStand(
  world: SendingWorld,
  faults: SendingFault[],
  place: RelayPlace | null,
): Promise<void> {
  const { clock, query, relay, stand } = world;
  const since = clock.now();
  for (;;) {
    const standing = place === null ? (await stand.standing()).length : relay().standing();
    if (standing >= faults.length) return;
    const waited = clock.now() - since;
    if (waited > STAND_WITHIN_MS) {
      throw new Error(`${standing} of ${faults.length} messages stand: ${faults.map(nameOf).join('; ')}`);
    }
    if (waited > LATE_MS) await advanceDueTimes(query);
    await clock.sleep(POLL_MS);
  }
}

async function begin(
  world: SendingWorld,
  fault: SendingFault,
  number: number,
  seat: Seat,
): Promise<UnderWay> {
  const { clock } = world;
  const line = await openCuttingLine({ port: () => world.program().httpPort });
  const outside = [`x${number}@ngoai.example`, `y${number}@ngoai.example`];
  const [a, b, c] = seat.colleagues.map(({ email }) => ({ name: '', email }));
  const [x, y] = outside.map((email) => ({ name: '', email }));
  const subject = `Hợp đồng ${number}`;
  const words = isInContent(fault) ? BIG : '';
  const kept: KeptWindow = { clientKey: randomUUID(), messageId: null, version: null, sendTried: false };
  const options: WriterOptions = {
    client: world.clientAt(line.port, seat),
    clock,
    kept,
    first: { subject, to: a ? [a] : [], body: '<p>Kính gửi</p>' },
    last: {
      to: [a, x].filter((person) => person !== undefined),
      cc: [b].filter((person) => person !== undefined),
      bcc: [c, y].filter((person) => person !== undefined),
      body: `<p>Kính gửi anh chị, thư số ${number}.</p><p>${words}</p>`,
    },
    how: 'stop' in fault && fault.stop === 'take' ? { async: true } : {},
  };
  const written = write(fault, line, options).then((message) => ({
    number,
    seat,
    messageId: message.id,
    outside,
  }));
  // Handled when it is awaited.
  written.catch(() => undefined);
  return { fault, line, written };
}

async function write(fault: SendingFault, line: CuttingLine, options: WriterOptions): Promise<Message> {
  if (fault.hit === 'line') line.cutNext({ words: CALL_WORDS[fault.call], when: fault.when });
  if (fault.hit !== 'tab') return writeAndSend(options);
  const other = Promise.withResolvers<Message>();
  const closing = new AbortController();
  line.onWords(CALL_WORDS[fault.call], () => {
    if (fault.how === 'closed') closing.abort();
    // The other tab has the state stored before the call.
    other.resolve(writeAndSend({ ...options, kept: { ...options.kept } }));
  });
  const one = writeAndSend({ ...options, signal: closing.signal });
  if (fault.how === 'closed') await one.catch(() => undefined);
  else await one;
  return other.promise;
}

function isInContent(fault: SendingFault): boolean {
  return ('place' in fault && fault.place === 'content') || ('at' in fault && fault.at === 'in the content');
}
