import { prng } from '@bocau/server/demo-world/prng.ts';
import {
  drawQueries,
  holdsPhrase,
  readShownMail,
  type ShownMail,
} from '@bocau/server/test-kit/shown-mail.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Scenario } from './scenario.ts';

const QUERIES = 40;
/** `DRAWN_FROM`: how many messages queries are drawn from. `FIRST`: how many hits fit on the first screen. */
const DRAWN_FROM = 2_000;
const FIRST = 20;
const PAGE = '100';

/** Search quality (recall and precision), which could be traded for speed. No time is measured. */
export const relevance: Scenario = {
  name: 'relevance',
  isLeftOutOfQuick: true,
  async run({ world: { databaseUrl, small } }) {
    const read = () => readShownMail({ connectionString: databaseUrl }, small.email);
    const queries = await drawFrom(read());
    const truths = queries.map(() => new Set<string>());
    for await (const mail of read()) {
      for (const [place, typed] of queries.entries())
        if (holdsPhrase(mail, typed)) truths[place]?.add(mail.thread);
    }
    const found = { phrases: 0, wrong: 0, missed: 0, precision: 1 };
    for (const [place, typed] of queries.entries()) {
      const truth = truths[place] ?? new Set();
      const phrase = await threadsOf(small, `"${typed.join(' ')}"`);
      if (phrase.length === truth.size && phrase.every((id) => truth.has(id))) found.phrases += 1;
      const together = await threadsOf(small, typed.join(' '));
      found.wrong += together.filter((id) => !truth.has(id)).length;
      found.missed += truth.size - new Set(together.filter((id) => truth.has(id))).size;
      const first = together.slice(0, FIRST);
      found.precision = Math.min(found.precision, first.filter((id) => truth.has(id)).length / first.length);
    }
    const conversations = truths.reduce((sum, { size }) => sum + size, 0);
    return [
      {
        scenario: 'relevance',
        title: `${QUERIES} searches of one to four syllables, half without marks`,
        size: small.size,
        samples: QUERIES,
        note: `${found.phrases} phrases find exactly the ${conversations} conversations that show them; without quotes ${found.missed} missed, ${found.wrong} wrong, precision of the first ${FIRST} at worst ${found.precision.toFixed(2)}`,
      },
    ];
  },
};

async function drawFrom(shown: AsyncGenerator<ShownMail>): Promise<string[][]> {
  const first: ShownMail[] = [];
  for await (const mail of shown) {
    first.push(mail);
    if (first.length === DRAWN_FROM) break;
  }
  return drawQueries(prng('relevance'), first, QUERIES);
}

async function threadsOf({ client }: BenchMailbox, q: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await client.listThreads({ query: { q, limit: PAGE, cursor } });
    ids.push(...data.map(({ id }) => id));
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}
