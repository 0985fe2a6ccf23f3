import { once } from 'node:events';
import { connect } from 'node:net';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inOneGo } from '../../platform/in-slices.ts';
import { mergesOf } from '../../test-kit/merge-of.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { checkMerge } from './check-merge.ts';
import { readCells, STEP } from './merge-cells.store.ts';
import { makeTable } from './tables/make-table.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let chi: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
});

async function mergeOf(person: NewPerson, table = 'Email,Tên\nlan@minhphat.example,Lan\n') {
  const merges = mergesOf(person);
  return merges.upload(await merges.write(), table);
}

/** What is asked for while nobody gets at rows of tables, and is answered afterwards. */
async function whileRowsAreLocked(ask: (answers: Promise<unknown>[]) => Promise<void>): Promise<void> {
  const answers: Promise<unknown>[] = [];
  await server.context.db.transaction().execute(async (tx) => {
    await sql`lock table merge_rows in access exclusive mode`.execute(tx);
    await ask(answers);
  });
  await Promise.all(answers);
}

/** Not what waits for a mailbox, as a draft does while a table of the same person is written. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and not l.granted and l.relation = 'merge_rows'::regclass`.execute(
    server.context.db,
  );
  return rows[0]?.count ?? 0;
}

it('MM-25 of one person one check runs at a time, of all people two, and too many are refused', async () => {
  const [mine, ofBinh, ofChi] = [await mergeOf(an), await mergeOf(binh), await mergeOf(chi)];
  await whileRowsAreLocked(async (answers) => {
    const refused: unknown[] = [];
    const asked = [
      ...Array.from({ length: 18 }, () => mergesOf(an).check(mine)),
      mergesOf(an).start(mine),
      mergesOf(an).changeRow(mine, 1, { left_out: false }),
    ];
    answers.push(
      ...asked.map((answer) => answer.catch((error: { code: string }) => void refused.push(error.code))),
    );
    await expect.poll(() => refused).toEqual(Array(3).fill('too_many_requests'));
    answers.push(mergesOf(binh).check(ofBinh));
    await expect.poll(countWaiting).toBe(2);
    answers.push(mergesOf(chi).check(ofChi));
    // Who asks for nothing of that kind waits for nobody.
    await chi.client.listThreads({ query: { folder: 'INBOX' } });
    expect(await countWaiting()).toBe(2);
  });
});

it('MM-25 of all people two tables are written at a time', async () => {
  await whileRowsAreLocked(async (answers) => {
    answers.push(mergeOf(an), mergeOf(an), mergeOf(binh), mergeOf(chi));
    await expect.poll(countWaiting).toBe(2);
    await chi.client.listThreads({ query: { folder: 'INBOX' } });
    expect(await countWaiting()).toBe(2);
  });
  expect((await an.client.listMerges({})).data).toHaveLength(2);
});

it('MM-25 a report is refused while another of the person is read, and not afterwards', async () => {
  const merge = await mergeOf(an);
  const ask = () =>
    fetch(`${server.baseUrl}/api/v2/merges/${merge.id}/report.csv`, {
      headers: { [SESSION_HEADER]: an.client.token },
    });
  await whileRowsAreLocked(async (answers) => {
    answers.push(ask().then((first) => first.text()));
    await untilWaiting(server.context.db, 1);
    const second = await ask();
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '5']);
  });
  expect((await ask()).status).toBe(200);
});

const WIDTH = 100;

it('MM-25 a check reads some rows at a time, and of them the cells that the text needs', async () => {
  const heading = Array.from({ length: WIDTH }, (_, at) => `Cột ${at}`).join(',');
  const row = (text: string) => Array.from({ length: WIDTH }, (_, at) => `${text}${at}`).join(',');
  const long = 'x'.repeat(3_000);
  const lines = Array.from({ length: 700 }, (_, at) => row(at < 690 ? 'ô' : long));
  const merge = await mergeOf(an, [heading, ...lines].join('\n'));
  const key = { mailboxId: an.mailbox, mergeId: merge.id };
  async function stepsOf(columns: number[]) {
    return Array.fromAsync(readCells(server.context.db, key, new Set(columns)));
  }
  const few = await stepsOf([98, 3]);
  expect(few[0]?.[1]).toMatchObject({ row: 2, cells: { 98: 'ô98', 3: 'ô3' } });
  expect(few.flat().map((one) => one.row)).toEqual(lines.map((_, at) => at + 1));
  expect(few.flat().flatMap(({ cells }) => Object.keys(cells))).toHaveLength(2 * 700);
  expect(few[0]).toHaveLength(STEP.rows);
  const all = await stepsOf(Array.from({ length: WIDTH }, (_, at) => at));
  expect(all.flat().map((one) => one.row)).toEqual(lines.map((_, at) => at + 1));
  for (const rows of all) {
    expect(rows.length * WIDTH).toBeLessThanOrEqual(STEP.cells);
    const characters = rows.slice(0, -1).flatMap(({ cells }) => Object.values(cells));
    expect(characters.join('').length).toBeLessThan(STEP.characters);
  }
  expect((await stepsOf([])).flat()).toHaveLength(700);
});

it('MM-25 others are served while a table is made of lines', () => {
  const cells = Array.from({ length: WIDTH }, () => 'ô');
  const lines = Array.from({ length: 5_000 }, (_, at) => ({ line: at + 1, cells }));
  let steps = 0;
  const making = makeTable({ lines, faults: [] });
  while (!making.next().done) steps += 1;
  expect(steps).toBeGreaterThanOrEqual(Math.floor((5_000 * WIDTH) / STEP.cells) - 1);
  expect(inOneGo(makeTable({ lines, faults: [] })).lines).toHaveLength(4_999);
});

it('MM-25 a check ends with the connection of who asked for it', async () => {
  const merge = await mergeOf(an, 'Email\nkhông phải địa chỉ\n');
  const signal = AbortSignal.abort(new Error('has left'));
  const { mailbox } = an;
  const checking = checkMerge({ ...server.context, signal }, { mailbox, person: mailbox }, merge.id);
  await expect(checking).rejects.toThrow('has left');
  expect((await mergesOf(an).rows(merge)).map(({ problems }) => problems)).toEqual([[]]);
});

/** A table of so many bytes, of which the first line can be used. */
function tableOf(bytes: number): Buffer {
  const begins = `Email,Tên\n${binh.email},Bình\n`;
  return Buffer.concat([Buffer.from(begins), Buffer.alloc(bytes - Buffer.byteLength(begins), 'a')]);
}

/** What is answered to a client that reads nothing before all of its table has left. */
async function answerTo(table: Buffer, draftId: string): Promise<string> {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  const [head, foot] = [
    '--b\r\ncontent-disposition: form-data; name="file"; filename="khach.csv"\r\n\r\n',
    '\r\n--b--\r\n',
  ];
  const asked = [
    `POST /api/v2/merges/upload?draft_id=${draftId} HTTP/1.1`,
    `host: ${new URL(server.baseUrl).host}`,
    `${SESSION_HEADER}: ${an.client.token}`,
    'content-type: multipart/form-data; boundary=b',
    `content-length: ${head.length + table.length + foot.length}`,
  ];
  for (const piece of [`${asked.join('\r\n')}\r\n\r\n${head}`, table, foot]) {
    await new Promise<void>((resolve, reject) => {
      socket.write(piece, (error) => (error ? reject(error) : resolve()));
    });
  }
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString();
}

it('MM-45 a table that is too large is refused so that a client that is still sending hears it', async () => {
  const draft = await mergesOf(an).write();
  for (const bytes of [MERGE_LIMITS.tableBytes + 1, 2 * MERGE_LIMITS.tableBytes]) {
    expect(await answerTo(tableOf(bytes), draft.id)).toMatch(/^HTTP\/1\.1 413 .*"code":"too_large"/s);
  }
});

it('MM-45 a table of just the bytes that it may have is taken, whatever its form has around it', async () => {
  const merges = mergesOf(an);
  expect(await merges.upload(await merges.write(), tableOf(MERGE_LIMITS.tableBytes))).toMatchObject({
    ...{ counts: { rows: 1 }, faults: { total: 1, first: [{ line: 3, problem: 'cell_too_long' }] } },
  });
});
