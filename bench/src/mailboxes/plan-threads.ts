import { type Prng, prng } from '@bocau/server/demo-world/prng.ts';
import type { Language } from './vocabulary.ts';

export type PlannedThread = {
  folder: string;
  length: number;
  /**
   * Unix seconds of the last message. If threads were placed by their first message instead, the first page
   * of a large mailbox would be crowded with long threads that go on for weeks, unlike that of a small
   * mailbox it is compared with.
   */
  endedAt: number;
  language: Language;
};

/**
 * Of 100,000 messages: 60,000 threads in the inbox, 8,000 single messages elsewhere, and the rest are replies
 * in the inbox threads.
 */
const INBOX_PART = 0.6;
const ELSEWHERE_PART = 0.08;
const LONGEST = 30;
const YEARS_SECONDS = 3 * 365 * 24 * 3600;
const LAST_DAY = Date.UTC(2026, 0, 31) / 1000;
const ELSEWHERE = [
  'Projects',
  'Projects.Hamburg',
  'Customers',
  'Newsletters',
  'Newsletters',
  'Junk',
  'Trash',
];

/** The threads of one mailbox; their lengths add up to `messages`. */
export function planThreads(seed: string, messages: number): PlannedThread[] {
  const random = prng(`${seed} threads`);
  const inbox = Math.round(messages * INBOX_PART);
  const elsewhere = Math.round(messages * ELSEWHERE_PART);
  let replies = messages - inbox - elsewhere;
  const threads: PlannedThread[] = [];
  for (let i = 0; i < inbox; i++) {
    const length = 1 + Math.min(replies, drawReplies(random));
    replies -= length - 1;
    threads.push(thread(random, 'INBOX', length));
  }
  for (let i = 0; replies > 0; i = (i + 7) % inbox) {
    const longer = threads[i] as PlannedThread;
    if (longer.length === 1 || longer.length === LONGEST) continue;
    longer.length += 1;
    replies -= 1;
  }
  for (let i = 0; i < elsewhere; i++) threads.push(thread(random, random.pick(ELSEWHERE), 1));
  return threads;
}

function thread(random: Prng, folder: string, length: number): PlannedThread {
  return {
    folder,
    length,
    endedAt: LAST_DAY - random.int(0, YEARS_SECONDS),
    language: random.chance(0.6) ? 'vi' : 'en',
  };
}

/** Most threads have one message; long ones are rare, but every length occurs. */
function drawReplies(random: Prng): number {
  if (random.chance(0.87)) return 0;
  return Math.min(LONGEST - 1, Math.floor(1 / (1 - random.next()) ** 0.9));
}
