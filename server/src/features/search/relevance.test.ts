import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { readEnv } from '../../config/env.ts';
import { type AppContext, createContext } from '../../context.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { prng } from '../../demo-world/prng.ts';
import { seedDemo } from '../../demo-world/seed-demo.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import { silentLogger } from '../../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../test-kit/database.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { search } from './search.ts';

/** What is shown of a message: subject, body, each person, each file's name; as words, one after the other. */
type Shown = { thread: string; fields: string[][] };

const QUERIES = 40;
const FIRST = 20;
let database: TestDatabase;
let dataDir: string;
let context: AppContext;
let mailbox: number;
let shown: Shown[];

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
  shown = await readShown();
}, 120_000);

afterAll(async () => {
  await context.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** By another way than the index: the stored HTML with its tags cut out, of all mail that a search looks at. */
async function readShown(): Promise<Shown[]> {
  type Row = {
    thread: string;
    subject: string;
    body: string | null;
    html: boolean;
    people: string[];
    files: string[];
  };
  const rows = await readRows(
    context.db,
    sql<Row>`
    select m.thread_id as thread, m.subject, c.body, c.body_is_html as html,
      array(select p->>'name' || ' ' || (p->>'email') from jsonb_array_elements(jsonb_build_array(m.sender)
        || (c.headers->'to') || (c.headers->'cc') || (c.headers->'bcc')) p) as people,
      array(select a.name from attachments a where a.mailbox_id = m.mailbox_id and a.message_id = m.id
        and not a.inline) as files
    from messages m
    join message_contents c on c.mailbox_id = m.mailbox_id and c.message_id = m.id
    join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    where m.mailbox_id = ${mailbox}
      and coalesce(f.role, '') not in ('Junk', 'Trash', 'Drafts', 'WEBMAIL_SCHEDULED', 'webmail_period')
  `,
  );
  return rows.map(({ thread, subject, body, html, people, files }) => ({
    thread,
    fields: [subject, html ? textOf(body ?? '') : (body ?? ''), ...people, ...files].map(wordsOf),
  }));
}

function textOf(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->|<(style|script|title|head)\b[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<\/?(b|i|u|a|span|strong|em|font|small|wbr)\b[^>]*>/gi, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|&#160;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&#?\w{1,8};/g, ' ');
}

const wordsOf = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
const plains = new Map<string, string>();

/** Without marks. Every word of the mailbox is compared with every query, and there are few different ones. */
function plain(word: string): string {
  const known = plains.get(word) ?? word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd');
  plains.set(word, known);
  return known;
}

/** A word typed with marks is found with these, one without with any. */
const isSame = (typed: string, word: string) => typed === (plain(typed) === typed ? plain(word) : word);

function holdsPhrase({ fields }: Shown, typed: string[]): boolean {
  return fields.some((words) =>
    words.some((_, at) => typed.every((word, index) => isSame(word, words[at + index] ?? ''))),
  );
}

/** One to four syllables that stand together somewhere, half of them typed without marks; some that stand nowhere. */
function queries(): string[][] {
  const random = prng('relevance');
  return Array.from({ length: QUERIES }, (_, number) => {
    const length = 1 + (number % 4);
    const long = shown.flatMap(({ fields }) => fields.slice(0, 2).filter((words) => words.length >= length));
    const words = random.pick(long);
    const at = random.int(0, words.length - length);
    const typed = words.slice(at, at + length);
    return number % 8 < 4 ? typed : typed.map(plain);
  });
}

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
  for (const typed of queries()) {
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
  for (const typed of queries().filter(({ length }) => length > 1)) {
    const truth = shown.filter(({ fields }) =>
      typed.every((word) => fields.flat().some((own) => isSame(word, own))),
    );
    const found = await threadsOf(typed.join(' '), 'apart');
    expect(found.toSorted(), typed.join(' ')).toEqual([...new Set(truth.map(({ thread }) => thread))].sort());
  }
});
