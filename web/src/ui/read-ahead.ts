import { after } from '../lib/timers.ts';
import { whenIdle } from '../lib/when-idle.ts';

type Load = () => Promise<unknown>;

/** What browsers tell of the line, where they do. */
type Line = { saveData?: boolean; effectiveType?: string; downlink?: number };

const RANKS = ['first', 'later', 'last'] as const;
/** What is read when the browser has nothing else to do, by how likely it is needed next. */
export type Rank = (typeof RANKS)[number];

/** In Mbit/s: with less a part that nobody asked for stands in the way of one that somebody did. */
const ROOMY = 2;

/** Between two parts the line and the processor are left to whoever uses the page. */
const PAUSE_MS = 200;

const parts = new Map<Load, Rank>();
const read = new Set<Load>();
let begun = false;
let reading = false;

function line(): Line {
  return (navigator as { connection?: Line }).connection ?? {};
}

/** Where every byte costs somebody nothing comes before it is needed. */
export function mayReadAhead(): boolean {
  const { saveData, effectiveType } = line();
  return !saveData && !effectiveType?.endsWith('2g');
}

/** Only on a line that has room to spare; on a slower one what is pointed at is read, and nothing else. */
function mayReadWhenIdle(): boolean {
  const { effectiveType, downlink = ROOMY } = line();
  return navigator.onLine && mayReadAhead() && effectiveType !== '3g' && downlink >= ROOMY;
}

/** Something to be read when there is time; gives the way to take it back. */
export function readLater(load: Load, rank: Rank): () => void {
  parts.set(load, rank);
  if (begun) void readOn();
  return () => {
    parts.delete(load);
    read.delete(load);
  };
}

/**
 * The first screen stands: what it did not need is read piece by piece, so that it comes at once when it is asked for,
 * and is there without a connection, too.
 */
export function beginReadingAhead(): void {
  if (!begun) window.addEventListener('online', () => void readOn());
  begun = true;
  void readOn();
}

async function readOn(): Promise<void> {
  if (reading) return;
  reading = true;
  for (let load = next(); load && mayReadWhenIdle(); load = next()) {
    await new Promise<void>((resolve) => whenIdle(resolve));
    if (!mayReadWhenIdle()) break;
    read.add(load);
    // What does not come now is asked for again, and told, when it is needed.
    await load().catch(() => undefined);
    await new Promise<void>((resolve) => after(PAUSE_MS, resolve));
  }
  reading = false;
}

function next(): Load | undefined {
  const waiting = [...parts].filter(([load]) => !read.has(load));
  return RANKS.flatMap((rank) => waiting.filter(([, other]) => other === rank))[0]?.[0];
}
