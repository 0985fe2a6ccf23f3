import { after } from '../lib/timers.ts';
import { whenIdle } from '../lib/when-idle.ts';

type Load = () => Promise<unknown>;

/** The Network Information API, where browsers support it. */
type Line = { saveData?: boolean; effectiveType?: string; downlink?: number };

const RANKS = ['first', 'later', 'last'] as const;
/** Groups of code that is preloaded when the browser is idle, ordered by how likely it is needed next. */
export type Rank = (typeof RANKS)[number];

/** In Mbit/s: below this, a preload would delay what the user requests. */
const ROOMY = 2;

/** Less says nothing about the line: the files came from a cache. */
const TELLING_BYTES = 50_000;

/** Between two preloads, network and processor are left to the user. */
const PAUSE_MS = 200;

const parts = new Map<Load, Rank>();
const read = new Set<Load>();
let begun = false;
let reading = false;

function line(): Line {
  return (navigator as { connection?: Line }).connection ?? {};
}

/**
 * The bandwidth in Mbit/s at which the files of the first screen were received. Some browsers lack the Network
 * Information API, and the others overestimate until they have measured more.
 */
function measureDownlink(): number {
  let bytes = 0;
  let from = Number.POSITIVE_INFINITY;
  let to = 0;
  for (const file of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
    if (file.transferSize === 0) continue;
    bytes += file.transferSize;
    from = Math.min(from, file.responseStart);
    to = Math.max(to, file.responseEnd);
  }
  return bytes < TELLING_BYTES ? Number.POSITIVE_INFINITY : (bytes * 8) / 1000 / (to - from);
}

const measuredDownlink = measureDownlink();

/** When the browser saves data, nothing is preloaded. */
export function mayReadAhead(): boolean {
  const { saveData, effectiveType } = line();
  return !saveData && !effectiveType?.endsWith('2g');
}

/** Idle preloading needs spare bandwidth; on slower connections only parts under the pointer preload. */
function mayReadWhenIdle(): boolean {
  const { effectiveType, downlink = ROOMY } = line();
  return (
    navigator.onLine &&
    mayReadAhead() &&
    effectiveType !== '3g' &&
    Math.min(downlink, measuredDownlink) >= ROOMY
  );
}

/** Registers a preload for idle time; returns a function that cancels it. */
export function readLater(load: Load, rank: Rank): () => void {
  parts.set(load, rank);
  if (begun) void readOn();
  return () => {
    parts.delete(load);
    read.delete(load);
  };
}

/**
 * Called when the first screen is complete: preloads the other parts one by one, so that they open at once,
 * and also work without a connection.
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
    // A failure here is ignored: the part is requested again, and reported, when it is needed.
    await load().catch(() => undefined);
    await new Promise<void>((resolve) => after(PAUSE_MS, resolve));
  }
  reading = false;
}

function next(): Load | undefined {
  const waiting = [...parts].filter(([load]) => !read.has(load));
  return RANKS.flatMap((rank) => waiting.filter(([, other]) => other === rank))[0]?.[0];
}
