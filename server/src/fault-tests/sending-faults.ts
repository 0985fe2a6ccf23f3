import type { Cut } from './cutting-line.ts';
import { RELAY_PLACES, type RelayPlace } from './relay.ts';
import { STOPS, type Stop } from './stand-still.ts';

const CALLS = ['create', 'save', 'send'] as const;
type Call = (typeof CALLS)[number];

/** Patterns of a compose window's requests. */
export const CALL_WORDS: Record<Call, RegExp> = {
  create: /^POST \/api\/v2\/messages HTTP/,
  save: /^PATCH \/api\/v2\/messages\//,
  send: /^POST \/api\/v2\/send_mail /,
};

/** The kind and place of a fault. */
export type SendingFault =
  /**
   * The program is killed while a statement is paused, which then was never committed (`before`), or was
   * committed without a response.
   */
  | { hit: 'program'; stop: Stop; when: 'before' | 'after' }
  | { hit: 'database'; stop: Stop }
  | { hit: 'program' | 'database' | 'relay'; place: RelayPlace }
  /**
   * The relay stops answering until all local recipients have their copy; then it resumes, or the connection
   * breaks.
   */
  | { hit: 'silence'; place: RelayPlace; ends: 'goes on' | 'breaks' }
  /** The connection between program and relay. */
  | { hit: 'relay line'; at: keyof typeof RELAY_CUTS }
  /** The connection between browser and program. */
  | { hit: 'line'; call: Call; when: Cut['when'] }
  /** The tab is closed during a call, and another one continues; or two tabs do the same. */
  | { hit: 'tab'; call: Call; how: 'closed' | 'twice' };

/** The beginning of a message. */
export const CONTENT_BEGINS = /^Message-ID:/im;

export const RELAY_CUTS = {
  'before EHLO': { words: /^EHLO/, when: 'before' },
  'before RCPT': { words: /^RCPT/m, when: 'before' },
  'after RCPT': { words: /^RCPT/m, when: 'after' },
  'in the content': { words: CONTENT_BEGINS, when: 'before' },
  'after the content': { words: /(^|\r\n)\.\r\n$/, when: 'after' },
} as const satisfies Record<string, Cut>;

/** After its reply, only its own death matters. */
const HELD_PLACES = RELAY_PLACES.filter((place) => place !== 'answered');

export const SENDING_FAULTS: SendingFault[] = [
  ...STOPS.flatMap((stop) => [
    { hit: 'program' as const, stop, when: 'before' as const },
    { hit: 'program' as const, stop, when: 'after' as const },
    { hit: 'database' as const, stop },
  ]),
  ...HELD_PLACES.flatMap((place) => [
    { hit: 'program' as const, place },
    { hit: 'database' as const, place },
  ]),
  ...RELAY_PLACES.map((place) => ({ hit: 'relay' as const, place })),
  ...HELD_PLACES.flatMap((place) => [
    { hit: 'silence' as const, place, ends: 'goes on' as const },
    { hit: 'silence' as const, place, ends: 'breaks' as const },
  ]),
  ...Object.keys(RELAY_CUTS).map((at) => ({ hit: 'relay line' as const, at: at as keyof typeof RELAY_CUTS })),
  ...CALLS.flatMap((call) => [
    { hit: 'line' as const, call, when: 'before' as const },
    { hit: 'line' as const, call, when: 'after' as const },
    { hit: 'tab' as const, call, how: 'closed' as const },
    { hit: 'tab' as const, call, how: 'twice' as const },
  ]),
];

export function nameOf(fault: SendingFault): string {
  return Object.values(fault).join(', ');
}

/**
 * Whether the relay may have the message without any record of it: only then may it end as unclear. While it
 * is paused for a colleague, its transmission to the relay may be anywhere.
 */
export function mayBeUnclear(fault: SendingFault, caughtHandingOver: boolean): boolean {
  if (fault.hit === 'program' && 'stop' in fault && fault.stop === 'file') return caughtHandingOver;
  if (fault.hit === 'relay line') return fault.at === 'after the content';
  if (fault.hit === 'silence' && fault.ends === 'goes on') return false;
  if (fault.hit !== 'program' && fault.hit !== 'relay' && fault.hit !== 'silence') return false;
  if ('place' in fault) return fault.place === 'given' || fault.place === 'kept';
  return fault.when === 'before' ? fault.stop === 'hear' : fault.stop === 'handover';
}

/** Paused jobs occupy their worker. */
const WORKERS = 4;
export const SEATS = 8;
const IN_REQUESTS: Stop[] = ['create', 'save', 'accept', 'begin'];

/** Groups faults that can strike together: a kill affects all messages in progress. */
export function packFaults(faults: SendingFault[]): SendingFault[][] {
  const strikes = new Map<string, SendingFault[][]>();
  for (const fault of faults) {
    const key = strikeOf(fault);
    const packed = strikes.get(key) ?? [];
    strikes.set(key, packed);
    const open = packed.find(
      (strike) => strike.length < SEATS && workersOf(fault) + sum(strike.map(workersOf)) <= WORKERS,
    );
    if (open) open.push(fault);
    else packed.push([fault]);
  }
  return [...strikes.values()].flat();
}

function strikeOf(fault: SendingFault): string {
  if (fault.hit === 'tab' || fault.hit === 'line') return 'calls';
  if (fault.hit === 'relay line') return fault.at;
  if (fault.hit === 'silence') return nameOf(fault);
  if ('place' in fault) return `${fault.hit} ${fault.place}`;
  return 'when' in fault ? `${fault.hit} ${fault.when}` : fault.hit;
}

function workersOf(fault: SendingFault): number {
  // Transmissions to a silent server occupy no worker that others need.
  if (fault.hit === 'silence') return 0;
  if (!('stop' in fault)) return 'place' in fault ? 1 : 0;
  if (IN_REQUESTS.includes(fault.stop)) return 0;
  // Two jobs may be about to finish the message: while one is paused, the other waits for it.
  return fault.stop === 'settle' ? 2 : 1;
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
