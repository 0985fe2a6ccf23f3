import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { watchPlans } from '../../test-kit/watch-plans.ts';
import { readGoneOut } from './merge-rows.store.ts';

const ROWS = 3_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'MM-18 whether an address has gone out is found by an index, however many have: %s',
  async (mode) => {
    const an = await newPerson(server);
    const merges = mergesOf(an);
    const lines = Array.from({ length: ROWS }, (_, row) => `nguoi${row}@khach.example,Người ${row}`);
    const { id: mergeId } = await merges.upload(await merges.write(), `Email,Tên\n${lines.join('\n')}\n`);
    const { db } = server.context;
    await sql`
      update merge_rows set state = 'out', address = cells->>0
      where mailbox_id = ${an.mailbox} and merge_id = ${mergeId}`.execute(db);
    await sql`vacuum analyze merge_rows`.execute(db);
    const watch = await watchPlans(server);
    await watch.plan(mode);
    watch.ranSince();
    const key = { mailboxId: an.mailbox, mergeId };
    expect(await readGoneOut(db, key, ['nguoi7@khach.example', 'la@khach.example'])).toEqual(
      new Set(['nguoi7@khach.example']),
    );
    const [ran] = watch.ranSince().filter(({ text }) => text.includes('chain'));
    expect(ran?.pages).toBeLessThan(20);
  },
);
