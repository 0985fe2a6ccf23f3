import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBodies, readThreadMessages } from '../../mail/messages/messages.store.ts';
import { fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';

const MESSAGES = 8;
const BODY = 500_000;

let server: TestServer;
let person: NewPerson;
let thread: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  const ids = await fileMails(
    server.context,
    person.mailbox,
    Array.from({ length: MESSAGES }, (_, at) => ({
      subject: 'Báo giá',
      messageId: `${at}@nang.example`,
      inReplyTo: at === 0 ? null : `${at - 1}@nang.example`,
      text: randomText(),
    })),
  );
  const { data } = await person.client.getMessage({ params: { id: ids[0] ?? '' }, query: {} });
  thread = data.thread_id;
});
afterAll(() => server.close());

/** Incompressible, so that PostgreSQL stores it out of line (TOAST). */
function randomText(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(50_000)))
    .toString('hex')
    .repeat(BODY / 100_000);
}

async function openedWith(expand: '0' | '-1') {
  const { data } = await person.client.getThread({ params: { id: thread }, query: { expand, peek: 'true' } });
  return data.messages;
}

test('AP-16 an answer holds the newest bodies that it has room for, and the others come message by message', async () => {
  const collapsed = await openedWith('-1');
  expect(collapsed.map(({ body }) => body?.length ?? null)).toEqual([
    ...Array(MESSAGES - 1).fill(null),
    BODY,
  ]);
  const opened = await openedWith('0');
  const withBody = Math.floor(LIMITS.threadBodyBytes / BODY);
  expect(opened.map(({ body }) => body !== null)).toEqual(
    Array.from({ length: MESSAGES }, (_, at) => at >= MESSAGES - withBody),
  );
  const [first] = opened;
  const { data } = await person.client.getMessage({ params: { id: first?.id ?? '' }, query: {} });
  expect(data.body).toHaveLength(BODY);
});

test('AP-16 which bodies there is room for is known without reading one', async () => {
  await server.context.db.transaction().execute(async (tx) => {
    /** The TOAST table, where PostgreSQL stores long values. */
    const blocksOfBodies = async () => {
      const { rows } = await sql<{ blocks: number }>`
        select pg_stat_get_xact_blocks_fetched(reltoastrelid)::integer as blocks
        from pg_class
        where oid = (select tableoid from message_contents where mailbox_id = ${person.mailbox} limit 1)`.execute(
        tx,
      );
      return rows[0]?.blocks ?? 0;
    };
    const before = await blocksOfBodies();
    const heads = await readThreadMessages(tx as never, person.mailbox, thread);
    expect(heads.map(({ body_bytes }) => body_bytes)).toEqual(Array(MESSAGES).fill(BODY));
    expect(await blocksOfBodies()).toBe(before);
    await readBodies(tx as never, person.mailbox, [heads[0]?.id ?? '']);
    expect(await blocksOfBodies()).toBeGreaterThan(before + 10);
  });
});

test('of whoever opens many messages at once two are read at a time, and nobody else waits for them', async () => {
  const { db } = server.context;
  const other = await newPerson(server);
  const [small = ''] = await fileMails(server.context, other.mailbox, [{}]);
  const messages = await openedWith('-1');
  const answers: Promise<unknown>[] = [];
  await db.transaction().execute(async (tx) => {
    await sql`lock table message_contents in access exclusive mode`.execute(tx);
    for (let opened = 0; opened < 4; opened += 1) answers.push(openedWith('0'));
    for (const { id } of messages.slice(0, 4)) {
      answers.push(person.client.getMessage({ params: { id }, query: {} }));
      answers.push(person.client.getQuote({ params: { id }, query: { action: 'reply' } }));
      answers.push(person.client.createDraft({ body: { action: 'forward', answers: id } }));
    }
    await untilWaiting(db, 2);
    answers.push(other.client.getMessage({ params: { id: small }, query: {} }));
    await untilWaiting(db, 3);
    const { rows } = await sql<{ mailbox: string }>`
      select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      tx,
    );
    expect(rows).toHaveLength(3);
  });
  expect(await Promise.all(answers)).toHaveLength(17);
});
