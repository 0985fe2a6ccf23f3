import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { readEnv } from '../../config/env.ts';
import { type AppContext, createContext } from '../../context.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { prng } from '../../demo-world/prng.ts';
import { seedDemo } from '../../demo-world/seed-demo.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../test-kit/database.ts';
import {
  drawQueries,
  holdsEach,
  holdsPhrase,
  readShownMail,
  type ShownMail,
} from '../../test-kit/shown-mail.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { search } from './search.ts';

const QUERIES = 40;
const FIRST = 20;
/** One letter as written, two without diacritics. */
const SHARP_S = [
  ['grüßen', 'best', 'regards'],
  ['grussen', 'best', 'regards'],
];
let database: TestDatabase;
let dataDir: string;
let context: AppContext;
let mailbox: number;
let shown: ShownMail[];
let queries: string[][];

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'bocau-relevance-'));
  const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://given-by-the-test', DATABASE_POOL: '4' };
  context = await createContext(readConfig(readEnv(env)), {
    clock: createTestClock(),
    log: silentLogger,
    pgConfig: database.pgConfig,
  });
  await seedDemo(context);
  const { id } = await context.db
    .selectFrom('mailboxes')
    .select('id')
    .where('email', '=', lanAnh.email)
    .executeTakeFirstOrThrow();
  mailbox = id;
  shown = await Array.fromAsync(readShownMail(database.pgConfig, lanAnh.email));
  queries = [...drawQueries(prng('relevance'), shown, QUERIES), ...SHARP_S];
}, 120_000);

afterAll(async () => {
  await context.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function threadsOf(q: string, words?: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await search(context.db, mailbox, { q, limit: 100, cursor, words });
    ids.push(...data.map(({ id }) => id));
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

test('SB-14 a phrase finds exactly what shows it, and so do words typed side by side, in the demo world', async () => {
  for (const typed of queries) {
    const truth = new Set(shown.filter((message) => holdsPhrase(message, typed)).map(({ thread }) => thread));
    const phrase = await threadsOf(`"${typed.join(' ')}"`);
    expect(phrase.toSorted(), typed.join(' ')).toEqual([...truth].sort());
    const together = await threadsOf(typed.join(' '));
    const right = together.slice(0, FIRST).filter((id) => truth.has(id));
    expect(right.length / Math.min(FIRST, together.length)).toBeGreaterThanOrEqual(0.95);
    expect(together.toSorted(), typed.join(' ')).toEqual([...truth].sort());
  }
});

test('SB-14 apart, they find exactly what shows each of them, in the demo world', async () => {
  for (const typed of queries.filter(({ length }) => length > 1)) {
    const truth = shown.filter((message) => holdsEach(message, typed));
    const found = await threadsOf(typed.join(' '), 'apart');
    expect(found.toSorted(), typed.join(' ')).toEqual([...new Set(truth.map(({ thread }) => thread))].sort());
  }
});
