import { Readable } from 'node:stream';
import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { createMailRules } from '../../features/rules/mail-rules.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';
import { recount } from '../mailbox/recount.ts';
import { deliverLocal } from './deliver-local.ts';
import { recoverOrphans } from './recover-orphans.ts';
import type { DeliverLocalDeps } from './sending-deps.ts';
import { startSend } from './start-send.ts';

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

const work = () => runJobsUntilIdle(server.context);
const real = () => ({ mailRules: createMailRules(server.context) });

/** Accepted to go at once, and nobody has begun it: the process that was to do so is gone. */
async function accept(
  given: DraftInput = {},
): Promise<{ id: string; outgoing: { mailboxId: number; outboxId: string } }> {
  const { id } = await writeDraft(an, [an.email, binh.email, chi.email, 'khong.ai@saomai.example'], given);
  await an.client.sendMail({ body: { msg_id: id, async: true } });
  return { id, outgoing: await messageOf(id) };
}

async function messageOf(messageId: string) {
  const { id: outboxId } = await server.context.db
    .selectFrom('outbox')
    .select('id')
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return { mailboxId: an.mailbox, outboxId };
}

/** A process that dies at its n-th touch of the world: before it, or right after it. From then on it does nothing. */
function mortal(context: AppContext, touches: number, when: 'before' | 'after') {
  let left = touches;
  let dead = false;
  const die = () => {
    dead = true;
    throw new Error('the process died');
  };
  async function touch<T>(act: () => T | Promise<T>): Promise<T> {
    if (dead) return die();
    left -= 1;
    // One may be within another: a file is opened while the message is put.
    const last = left === 0;
    if (last && when === 'before') return die();
    const result = await act();
    // Its files are closed with it.
    if (last && result instanceof Readable) result.destroy();
    if (last) return die();
    return result;
  }
  const { blobs, parser, publisher } = context;
  const mailRules = createMailRules(context);
  const deps: DeliverLocalDeps = {
    ...context,
    get db() {
      return dead ? die() : context.db;
    },
    blobs: {
      ...blobs,
      put: (bytes) => touch(() => blobs.put(bytes)),
      stat: (key) => touch(() => blobs.stat(key)),
      open: (key, range) => touch(() => blobs.open(key, range)),
    },
    parser: { ...parser, parse: (raw, size) => touch(() => parser.parse(raw, size)) },
    mailRules: { ...mailRules, decide: (...given) => touch(() => mailRules.decide(...given)) },
    // It is called when a change has been committed.
    publisher: {
      changed(mailboxId) {
        if (dead) die();
        left -= 1;
        if (left === 0) die();
        publisher.changed(mailboxId);
      },
    },
  };
  return { deps, died: () => dead };
}

async function upload(bytes: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'a.txt');
  return (await an.client.uploadFile({ form })).data[0]?.id as string;
}

async function textOf(person: NewPerson, mail: Message): Promise<string> {
  const id = mail.files[0]?.id as string;
  const { data } = await person.client.downloadFileAsText({ params: { id } });
  return Buffer.from(data.content, 'base64').toString();
}

/** Besides the message about whom it did not reach. */
async function arrivals(): Promise<number[]> {
  const boxes = await Promise.all([an, binh, chi].map((person) => mailIn(person, 'INBOX')));
  return boxes.map((mails) => mails.filter(({ from }) => !from.email.startsWith('postmaster@')).length);
}

describe('a message whose process dies', () => {
  test.each(['before', 'after'] as const)(
    'SC-7 SD-14 %s any of its steps still arrives once at each recipient',
    async (when) => {
      let deaths = 0;
      for (let touches = 1; touches < 100; touches += 1) {
        [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
        const text = `tệp của lần ${touches}`;
        const { id, outgoing } = await accept({ subject: text, files: [await upload(text)] });
        const { deps, died } = mortal(server.context, touches, when);
        await startSend(deps, outgoing).catch(() => undefined);
        if (!died()) await deliverLocal(deps, outgoing, { lastAttempt: false }).catch(() => undefined);
        await work();
        expect(await arrivals()).toEqual([1, 1, 1]);
        expect(await readMail(an, id)).toMatchObject({
          folder: 'Sent',
          state: '',
          status: 'sending_failed',
          error_msg: 'khong.ai@saomai.example: user unknown',
          sending: { state: 'failed' },
        });
        const arrived = (await mailIn(binh, 'INBOX')).find((mail) => mail.subject === text);
        expect(await textOf(binh, arrived as Message)).toBe(text);
        expect(await textOf(an, await readMail(an, id))).toBe(text);
        for (const { mailbox } of [an, binh, chi])
          expect(await recount(server.context.db, mailbox)).toEqual([]);
        if (!died()) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(6);
    },
    300_000,
  );

  test('SD-14 is begun once by several at the same time, and delivered once', async () => {
    const { outgoing } = await accept();
    const deps = { ...server.context, ...real() };
    await Promise.all(Array.from({ length: 4 }, () => startSend(deps, outgoing)));
    await Promise.all(Array.from({ length: 4 }, () => deliverLocal(deps, outgoing, { lastAttempt: false })));
    await work();
    await deliverLocal(deps, outgoing, { lastAttempt: true });
    await startSend(deps, outgoing);
    expect(await arrivals()).toEqual([1, 1, 1]);
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
  });

  test('SD-14 in the request that brought it is begun by its job', async () => {
    const { id } = await writeDraft(an, [binh.email]);
    const { context } = server;
    const { put } = context.blobs;
    context.blobs.put = () => Promise.reject(new Error('no answer'));
    const { data } = await an.client.sendMail({ body: { msg_id: id } });
    context.blobs.put = put;
    expect(data).toMatchObject({ folder: 'Drafts', state: 'sending', sending: { state: 'held' } });
    await server.clock.advance(15_000);
    await work();
    expect((await readMail(an, id)).sending?.state).toBe('sent');
    expect(await mailIn(binh, 'INBOX')).toHaveLength(1);
  });

  test('SD-20 is told as failed when it can not be made ready at the last try', async () => {
    const { id, outgoing } = await accept();
    const deps = {
      ...server.context,
      ...real(),
      blobs: { ...server.context.blobs, put: () => Promise.reject(new Error('full')) },
    };
    await expect(startSend(deps, outgoing)).rejects.toThrow('full');
    expect((await readMail(an, id)).state).toBe('sending');
    await startSend(deps, outgoing, { lastAttempt: true });
    expect(await readMail(an, id)).toMatchObject({
      folder: 'Drafts',
      is_draft: true,
      status: 'sending_failed',
      error_msg: 'the mail could not be made ready',
    });
    await work();
    expect(await arrivals()).toEqual([0, 0, 0]);
  });

  test('SD-20 is told as failed for those for whom it can not be filed at the last try', async () => {
    const { id, outgoing } = await accept();
    await startSend(server.context, outgoing);
    const { mailRules } = real();
    const deps = {
      ...server.context,
      mailRules: {
        ...mailRules,
        decide: (...given: Parameters<typeof mailRules.decide>) =>
          given[1] === binh.mailbox ? Promise.reject(new Error('no')) : mailRules.decide(...given),
      },
    };
    await expect(deliverLocal(deps, outgoing, { lastAttempt: false })).rejects.toThrow('no');
    expect((await readMail(an, id)).sending?.state).toBe('sending');
    await expect(deliverLocal(deps, outgoing, { lastAttempt: true })).rejects.toThrow('no');
    expect(await readMail(an, id)).toMatchObject({ status: 'sending_failed', sending: { state: 'failed' } });
    expect(await arrivals()).toEqual([1, 0, 1]);
  });

  test('SD-12 is not begun by a job that comes too early', async () => {
    const { id } = await writeDraft(an, [binh.email]);
    await an.client.sendMail({ body: { msg_id: id, async: true, delay: 60 } });
    const outgoing = await messageOf(id);
    await startSend(server.context, outgoing);
    await work();
    expect((await readMail(an, id)).sending?.state).toBe('held');
    await server.clock.advance(61_000);
    await work();
    expect((await readMail(an, id)).sending?.state).toBe('sent');
  });

  test('SC-7 is taken up again where its jobs are lost, and only then', async () => {
    const { id, outgoing } = await accept();
    const { db, clock } = server.context;
    const lookAfterMinutes = async (some: number) => {
      server.clock.set(clock.now() + some * 60_000);
      const before = Math.floor(clock.now() / 1000) - 15 * 60;
      await recoverOrphans({ ...server.context, ...real() }, before, new AbortController().signal);
    };
    const jobs = async () => {
      const { rows } = await sql<{ id: number; task: string }>`
        select id::text, task_identifier as task from graphile_worker.jobs where key = ${`start ${outgoing.outboxId}`}`.execute(
        db,
      );
      return rows;
    };
    const loseJobs = () => sql`delete from graphile_worker._private_jobs`.execute(db);
    const before = await jobs();
    await lookAfterMinutes(20);
    expect(await jobs()).toEqual(before);
    await loseJobs();
    await lookAfterMinutes(1);
    expect((await jobs()).map(({ task }) => task)).toEqual(['start_sending']);
    await startSend(server.context, outgoing);
    await loseJobs();
    await lookAfterMinutes(1);
    await work();
    expect(await arrivals()).toEqual([1, 1, 1]);
    expect((await readMail(an, id)).sending?.state).toBe('failed');
  });

  test('goes on when the message in Sent was removed meanwhile', async () => {
    const { id, outgoing } = await accept();
    await startSend(server.context, outgoing);
    const { folder_id, thread_id } = await readMail(an, id);
    await an.client.deleteThreads({ body: { ids: [thread_id], folder_id } });
    const { folder_id: trash } = await readMail(an, id);
    await an.client.deleteThreads({ body: { ids: [thread_id], folder_id: trash } });
    await work();
    expect(await arrivals()).toEqual([1, 1, 1]);
  });
});
