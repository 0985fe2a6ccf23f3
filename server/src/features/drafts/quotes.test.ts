import { LIMITS } from '@bocau/contract/limits.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { recount } from '../../mail/mailbox/recount.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { createMailParser } from '../../platform/mime/parse-pool.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createTestClock } from '../../test-kit/test-clock.ts';
import { readMail, writeDraft } from '../../test-kit/write-mail.ts';

const misbehaving = new URL('../../platform/mime/misbehaving-worker.test-child.ts', import.meta.url);

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  return async () => expect(await recount(server.context.db, an.mailbox)).toEqual([]);
});

const receive = (body: string) => fileMail(server.context, an.mailbox, { body, bodyIsHtml: true });
const answer = (answers: string) => writeDraft(an, ['khach@minhphat.example'], { answers, action: 'reply' });
const found = async (q: string) =>
  (await an.client.searchThreads({ query: { q, folder: 'Drafts' } })).data.length;

it('answers others while an original is cleaned that never ends, and then quotes its text', async () => {
  const clock = createTestClock();
  const blobStoreUrl = server.context.config.blobStore.url;
  const parser = createMailParser({ blobStoreUrl, clock, workers: 1, workerFile: misbehaving });
  const app = await buildApp({ ...server.context, parser, metrics: createMetrics() });
  try {
    const original = await receive('<b>endless loop</b>');
    let answered = false;
    const draft = post(app, { answers: original, action: 'reply' }).then((reply) => {
      answered = true;
      return reply;
    });
    expect((await get(app, '/api/v2/folders')).statusCode).toBe(200);
    expect((await get(app, `/api/v2/messages/${original}`)).statusCode).toBe(200);
    expect(answered).toBe(false);
    while (!answered) await clock.advance(500);
    const { statusCode, body } = await draft;
    expect(statusCode).toBe(200);
    expect(JSON.parse(body).data.draft.quote).toContain(
      '<div style="white-space:pre-wrap">endless loop</div></blockquote>',
    );
  } finally {
    await app.close();
    await parser.close();
  }
});

function post(app: FastifyInstance, payload: object) {
  const headers = { [SESSION_HEADER]: an.client.token };
  return app.inject({ method: 'POST', url: '/api/v2/messages', headers, payload });
}

function get(app: FastifyInstance, url: string) {
  return app.inject({ method: 'GET', url, headers: { [SESSION_HEADER]: an.client.token } });
}

it.each([
  ['100,000 elements in one another', '<b>'.repeat(100_000)],
  ['5 MB of styles', '<p style="color:red;{{{/*">x</p>'.repeat(160_000)],
  ['a million attributes', `<p ${Array.from({ length: 1_000_000 }, (_, at) => `a${at}`).join(' ')}>`],
  ['elements that end what was never begun', '<svg></p>'.repeat(110_000)],
])('quotes an original of %s', async (_what, body) => {
  const draft = await answer(await receive(`<p>Báo giá</p>${body}`));
  expect(draft.draft?.quote).toContain('Báo giá');
  expect(draft.draft?.quote?.length).toBeLessThan(1_100_000);
});

it('quotes of a long text what can be sent, and says that there is more', async () => {
  const lines = `${'>'.repeat(80)}\n`.repeat(12_000);
  const original = await fileMail(server.context, an.mailbox, { body: lines, bodyIsHtml: false });
  const { data } = await an.client.getQuote({ params: { id: original }, query: { action: 'reply' } });
  expect(data.html.length).toBeLessThan(LIMITS.maxBodySize * 0.9);
  expect(data.html.length).toBeGreaterThan(LIMITS.maxBodySize * 0.6);
  expect(data.html).toContain('[Phần sau của thư gốc đã được lược bớt vì quá dài]');
  const whole = await fileMail(server.context, an.mailbox, { body: '> Chào chị\n', bodyIsHtml: false });
  const quoted = await an.client.getQuote({ params: { id: whole }, query: { action: 'reply' } });
  expect(quoted.data.html).toContain('&gt; Chào chị');
  expect(quoted.data.html).not.toContain('lược bớt');
});

it('saves without looking at an original that stays what it is', async () => {
  const draft = await answer(await receive('<p>Sông Hương</p><img src="cid:a@b">'));
  const { quote } = draft.draft ?? {};
  const quoteBytes = Buffer.byteLength(quote ?? '');
  const written = await savedQuote(draft.id);
  // Whoever read it would find these words now.
  await sql`update drafts set quote = replace(quote, 'Hương', 'Mekong') where message_id = ${draft.id}`.execute(
    server.context.db,
  );
  const save = { params: { id: draft.id }, body: { body: '<p>Núi Ngự</p>' } };
  const { data } = await an.client.saveDraft(save);
  expect([await found('nui ngu'), await found('song huong'), await found('mekong')]).toEqual([1, 1, 0]);
  expect(data.draft?.quote).toBe(quote?.replace('Hương', 'Mekong'));
  expect(await savedQuote(draft.id)).toEqual(written);
  expect(data.size).toBe(Buffer.byteLength('<p>Núi Ngự</p>') + quoteBytes - 1);
});

async function savedQuote(id: string) {
  const { quote: _, ...facts } = await server.context.db
    .selectFrom('drafts')
    .select(['quote', 'quote_words', 'quote_images'])
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  return facts;
}

it('is found by its own words alone once the original is taken out', async () => {
  const { id } = await answer(await receive('<p>Sông Hương</p>'));
  expect(await found('song huong')).toBe(1);
  await an.client.saveDraft({ params: { id }, body: { quoted: false } });
  expect([await found('song huong'), await found('xin chao')]).toEqual([0, 1]);
  await an.client.saveDraft({ params: { id }, body: { quoted: true } });
  expect(await found('song huong')).toBe(1);
  expect((await readMail(an, id)).draft?.quote).toContain('Sông Hương');
});
