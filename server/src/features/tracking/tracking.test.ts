import type { Message } from '@bocau/contract/messages.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
});

const PERSON = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0';

async function sendTracked(tracking = true, to = [binh.email]): Promise<Message> {
  const draft = await writeDraft(an, to, { tracking });
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  return readMail(an, draft.id);
}

/** The path of the pixel in a message, as its recipient gets it. */
async function pixelIn(person: NewPerson): Promise<string> {
  const [came] = await mailIn(person, 'INBOX');
  const [, path] = /src="[^"]*(\/t\/[\w-]+\.gif)"/.exec(came?.body ?? '') ?? [];
  if (path === undefined) throw new Error('The message has no dot');
  return path;
}

function look(path: string, userAgent = PERSON, method = 'GET'): Promise<Response> {
  return fetch(`${server.baseUrl}${path}`, { method, headers: { 'user-agent': userAgent } });
}

const later = (seconds: number) => server.clock.advance(seconds * 1000);
const seconds = () => Math.floor(server.clock.now() / 1000);
const seen = async ({ id }: Message) => (await readMail(an, id)).tracking;

it('TR-3 counts an opening, and shows it in the message and in the list', async () => {
  const sent = await sendTracked();
  expect(sent.tracking).toEqual({ view_count: 0, first_seen: null, last_seen: null });
  const path = await pixelIn(binh);
  const first = seconds();
  const answer = await look(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/gif');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  await later(3600);
  await look(path);
  const tracking = { view_count: 2, first_seen: first, last_seen: first + 3600 };
  expect(await seen(sent)).toEqual(tracking);
  const { data } = await an.client.listThreads({ query: { in: 'Sent' } });
  expect(data[0]?.tracking).toEqual(tracking);
});

it('TR-3 puts no mark into what is not tracked, and none into the sender’s own copy', async () => {
  const untracked = await sendTracked(false);
  expect(untracked.tracking).toBeNull();
  await expect(pixelIn(binh)).rejects.toThrow('The message has no dot');
  const tracked = await sendTracked();
  expect(tracked.body).not.toContain('/t/');
});

it.each([
  ['a scanner', 'Barracuda Sentinel (EE)', 'GET'],
  ['a program', 'curl/8.5.0', 'GET'],
  ['whoever does not say who it is', '', 'GET'],
  ['a question without looking', PERSON, 'HEAD'],
])('TR-3 does not take %s for a reader', async (_, userAgent, method) => {
  const sent = await sendTracked();
  expect((await look(await pixelIn(binh), userAgent, method)).status).toBe(200);
  expect((await seen(sent))?.view_count).toBe(0);
});

it('counts one look once, however often the program loads the dot', async () => {
  const sent = await sendTracked();
  const path = await pixelIn(binh);
  await Promise.all([look(path), look(path), look(path)]);
  await later(2);
  await look(path);
  expect((await seen(sent))?.view_count).toBe(1);
});

it('TR-3 counts a colleague who loads images here, and not the sender', async () => {
  const sent = await sendTracked(true, [binh.email, an.email]);
  const url = `${server.context.config.http.publicUrl}${await pixelIn(binh)}`;
  const load = async (person: NewPerson) => {
    const [came] = await mailIn(person, 'INBOX');
    const signed = await person.client.signImages({
      params: { id: (came as Message).id },
      body: { urls: [url] },
    });
    const src = signed.data[0]?.src;
    expect((await look(src as string, PERSON, 'HEAD')).status).toBe(200);
    expect((await seen(sent))?.view_count).toBe(0);
    expect((await look(src as string)).status).toBe(200);
  };
  await load(an);
  expect((await seen(sent))?.view_count).toBe(0);
  await load(binh);
  expect((await seen(sent))?.view_count).toBe(1);
});

it('answers a token that is nobody’s with the same dot', async () => {
  const answer = await look('/t/khong-co-dau-nay.gif');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
});
