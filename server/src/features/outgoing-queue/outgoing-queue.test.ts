import type { QueueAct } from '@bocau/contract/admin-mail.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  queueHold,
  queueList,
  queueRelease,
  queueRemove,
  queueRetry,
  queueSenders,
  queueTotals,
} from '../../admin/queue.ts';
import { addToken } from '../../admin/token.ts';
import { UnopenedKeyError } from '../../identity/domain-keys/domain-keys.ts';
import { deliverToDestination } from '../../mail/outbox/deliver-to-destination.ts';
import { destinationKey } from '../../mail/outbox/sending-tasks.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob, removeJob } from '../../platform/jobs/add-job.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SmtpTrap, startSmtpTrap } from '../../test-kit/smtp-trap.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn, readMail, writeDraft } from '../../test-kit/write-mail.ts';
import { queueActTask } from './act-on-queue.ts';
import type { queuedView } from './queue.view.ts';

let server: TestServer;
let trap: SmtpTrap;
let person: NewPerson;

beforeAll(async () => {
  trap = await startSmtpTrap();
  server = await startTestServer({ env: { SMTP_RELAY: `smtp://127.0.0.1:${trap.port}` } });
});
afterAll(async () => {
  await server.close();
  await trap.close();
});
beforeEach(async () => {
  trap.messages.length = 0;
  trap.refuseRecipient(() => null);
  // Each test has its own queue.
  await sql`delete from outbox`.execute(server.context.db);
  person = await newPerson(server);
});

type Listed = ReturnType<typeof queuedView>;

async function run(command: typeof queueList, ...args: string[]) {
  let said = '';
  await command.run({
    context: server.context,
    args: [...args, '--json'],
    out: { write: (text: string) => (said += text) },
    err: { write: () => undefined },
  } as unknown as Parameters<typeof command.run>[0]);
  return JSON.parse(said);
}

const list = (...args: string[]): Promise<Listed[]> => run(queueList, ...args);

/** A sent message that the other server deferred. */
async function deferred(to: string[], from = person): Promise<string> {
  trap.refuseRecipient(() => '451 4.7.1 Greylisted, come again');
  const { id } = await writeDraft(from, to);
  await from.client.sendMail({ body: { msg_id: id } });
  await runJobsUntilIdle(server.context);
  trap.refuseRecipient(() => null);
  return id;
}

test('lists what waits for servers elsewhere, with their words, by sender, recipient, age and reason', async () => {
  const other = await newPerson(server);
  await deferred(['a@away.example', 'b@away.example']);
  await server.clock.advance(600_000);
  await deferred(['c@away.example'], other);
  const all = await list();
  expect(all.map(({ recipient }) => recipient).sort()).toEqual([
    'a@away.example',
    'b@away.example',
    'c@away.example',
  ]);
  expect(all[0]).toMatchObject({
    sender: person.email,
    mailbox: person.email,
    destination: 'relay',
    reason: 'deferred',
    held: null,
    attempts: 2,
    code: 451,
    reply: expect.stringContaining('Greylisted'),
  });
  expect(await list('--sender', other.email)).toHaveLength(1);
  expect(await list('--to', 'B@away.example')).toHaveLength(1);
  expect(await list('--older-than', '5m')).toHaveLength(2);
  expect(await list('--reason', 'new')).toEqual([]);
  const [unsigned] = all;
  const reply = new UnopenedKeyError('saomai.example', 'hong', null).message;
  await server.context.db
    .updateTable('outbox_recipients')
    .set({ code: null, reply })
    .where('mailbox_id', '=', person.mailbox)
    .where('address', '=', unsigned?.recipient as string)
    .execute();
  expect(await list('--reason', 'not_signed')).toEqual([
    expect.objectContaining({ reason: 'not_signed', reply }),
  ]);
  expect(await list('--reason', 'no_answer')).toEqual([]);
  expect(await list('--destination', 'elsewhere.example')).toEqual([]);
  expect((await run(queueTotals)).destinations).toEqual([
    expect.objectContaining({ destination: 'relay', recipients: 3, held: 0 }),
  ]);
});

test('retries at once, and what has left is in the queue no more', async () => {
  await deferred(['a@away.example', 'b@away.example']);
  const [first] = await list();
  expect(await run(queueRetry, first?.id ?? '')).toEqual({ moved: 2, more: false });
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(1);
  expect(await list()).toEqual([]);
});

test('holds one recipient until it is released', async () => {
  await deferred(['a@away.example', 'b@away.example']);
  const [first] = await list();
  await run(queueHold, first?.id ?? '', '--to', 'a@away.example');
  await run(queueRetry, '--destination', 'relay');
  await server.clock.advance(24 * 3_600_000);
  await runJobsUntilIdle(server.context);
  expect(trap.messages.flatMap(({ to }) => to)).toEqual(['b@away.example']);
  expect(await list()).toEqual([expect.objectContaining({ recipient: 'a@away.example', held: 'recipient' })]);
  expect(await run(queueRelease, first?.id ?? '')).toEqual({ moved: 1, more: false });
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(2);
});

test('a release beside a delivery that is under way leaves it alone, and follows it', async () => {
  await deferred(['a@away.example', 'b@away.example']);
  const [first] = await list();
  await run(queueHold, first?.id ?? '', '--to', 'a@away.example');
  // The other server takes long to answer.
  const answer = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const [mailboxId = '', ...outbox] = (first?.id ?? '').split('-');
  const place = { mailboxId: Number(mailboxId), outboxId: outbox.join('-'), destination: 'relay' };
  const { blobs } = server.context;
  const open: typeof blobs.open = async (key) => {
    asked.resolve();
    await answer.promise;
    return blobs.open(key);
  };
  await server.clock.advance(600_000);
  // The job of this delivery; it runs here.
  await inTransaction(server.context.db, (tx) => removeJob(tx, destinationKey(place.outboxId, 'relay')));
  const slow = { ...server.context, blobs: { ...blobs, stat: blobs.stat.bind(blobs), open } };
  const delivery = deliverToDestination(slow, place, { signal: new AbortController().signal });
  await asked.promise;
  expect(await list('--reason', 'under_way')).toHaveLength(1);
  expect(await run(queueRelease, first?.id ?? '')).toEqual({ moved: 1, more: false });
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(0);
  answer.resolve();
  await delivery;
  await runJobsUntilIdle(server.context);
  expect(trap.messages.map(({ to }) => to)).toEqual([['b@away.example'], ['a@away.example']]);
  expect(await list()).toEqual([]);
});

test('a held sender sends nothing, neither what waits nor what they send later, until released', async () => {
  const other = await newPerson(server);
  await deferred(['a@away.example']);
  await run(queueHold, '--sender', person.email, '--reason', 'many complaints');
  expect((await run(queueTotals)).held_senders).toEqual([
    expect.objectContaining({ email: person.email, reason: 'many complaints' }),
  ]);
  const { id } = await writeDraft(person, ['b@away.example']);
  await person.client.sendMail({ body: { msg_id: id } });
  const { id: theirs } = await writeDraft(other, ['c@away.example']);
  await other.client.sendMail({ body: { msg_id: theirs } });
  await server.clock.advance(24 * 3_600_000);
  await runJobsUntilIdle(server.context);
  expect(trap.messages.flatMap(({ to }) => to)).toEqual(['c@away.example']);
  const held = await list('--sender', person.email);
  expect(held.map(({ reason, held: by }) => [reason, by])).toEqual([
    ['held', 'sender'],
    ['held', 'sender'],
  ]);
  await run(queueRelease, '--sender', person.email);
  await runJobsUntilIdle(server.context);
  expect(trap.messages).toHaveLength(3);
});

test('what is removed is reported to its sender, and lies in their drafts again', async () => {
  const id = await deferred(['a@away.example']);
  await run(queueRemove, '--destination', 'relay', '--reason', 'wrong server');
  await runJobsUntilIdle(server.context);
  expect(await list()).toEqual([]);
  const message = await readMail(person, id);
  expect(message.folder).toBe('Drafts');
  expect(message.sending?.recipients[0]).toMatchObject({
    state: 'failed',
    reply: 'An administrator removed the message from the queue: wrong server',
  });
  const [report] = await mailIn(person, 'INBOX');
  expect(report?.body).toContain('wrong server');
  expect(trap.messages).toEqual([]);
});

test('the job that removes the rest leaves what was queued after it was asked for', async () => {
  await deferred(['a@away.example']);
  const until = (await list())[0]?.queued_at as number;
  await deferred(['b@away.example']);
  await sql`update outbox_recipients set queued_at = ${until + 1} where address = 'b@away.example'`.execute(
    server.context.db,
  );
  const after = { queuedAt: 0, outboxId: '00000000-0000-0000-0000-000000000000', address: '' };
  const job = { act: 'remove', selection: { mailboxId: person.mailbox }, reason: '', until, after } as const;
  await inTransaction(server.context.db, (tx) => addJob(tx, queueActTask, job));
  await runJobsUntilIdle(server.context);
  expect(await list()).toMatchObject([{ recipient: 'b@away.example' }]);
});

test('a release of many leaves nobody held, whatever the clock that queued them said', async () => {
  await deferred(['a@away.example']);
  await run(queueHold, '--sender', person.email);
  await sql`
    insert into outbox_recipients
      (mailbox_id, outbox_id, address, email, name, destination, state, queued_at, held_at)
    select mailbox_id, outbox_id, whom, whom, '', destination, 'held', queued_at + n, queued_at + n
    from outbox_recipients, generate_series(1, 500) as n, lateral (select n || '@away.example' as whom) as named`.execute(
    server.context.db,
  );
  expect(await run(queueRelease, '--sender', person.email)).toEqual({ moved: 499, more: true });
  await runJobsUntilIdle(server.context);
  expect(await list('--reason', 'held')).toEqual([]);
});

test('who sends most comes first, with what other servers refused for good', async () => {
  const other = await newPerson(server);
  trap.refuseRecipient((to) => (to.startsWith('khong') ? '550 5.1.1 No such user' : null));
  for (const [from, to] of [
    [person, ['khong.a@away.example', 'co@away.example', 'khong.b@away.example']],
    [other, ['co@away.example']],
  ] as const) {
    const { id } = await writeDraft(from, [...to]);
    await from.client.sendMail({ body: { msg_id: id } });
  }
  await server.clock.advance(60_000);
  await runJobsUntilIdle(server.context);
  expect(await run(queueSenders)).toEqual([
    { sender: person.email, hour: 3, day: 3, rejected: 2, held: false },
    { sender: other.email, hour: 1, day: 1, rejected: 0, held: false },
  ]);
  server.clock.pass(2 * 3_600_000);
  expect((await run(queueSenders))[0]).toMatchObject({ hour: 0, day: 3, rejected: 0 });
});

test('AU-2 a program of the provider sees and acts by its token, and what it does is written down', async () => {
  await deferred(['k@away.example', 'l@away.example']);
  const provider = await newToken('--name', 'giám sát', '--scope', 'mail:read,mail:write');
  const ofDomain = await newToken(
    '--name',
    'chi nhánh',
    '--scope',
    'mail:read',
    '--domain',
    'saomai.example',
  );
  const call = async (token: string, path: string, body?: object) => {
    const answer = await fetch(`${server.baseUrl}/api/admin/v1/${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return {
      status: answer.status,
      ...((await answer.json()) as { data: never; meta: never; error: never }),
    };
  };
  const page = await call(provider, `queue?sender=${person.email}&reason=deferred`);
  expect(page).toMatchObject({ status: 200, meta: { next_cursor: null } });
  const [first] = page.data as Listed[];
  expect(first).toMatchObject({ recipient: 'k@away.example', code: 451 });
  expect(await call(ofDomain, 'queue')).toMatchObject({ status: 403 });
  expect(await call(provider, 'queue/acts', { act: 'hold' })).toMatchObject({ status: 400 });
  expect(await call(provider, 'queue/acts', { act: 'hold', message: '1-x' })).toMatchObject({ status: 404 });
  const removal = { act: 'remove', message: first?.id, recipient: 'K@away.example', reason: 'gửi nhầm' };
  expect(await call(provider, 'queue/acts', removal)).toMatchObject({ data: { moved: 1, more: false } });
  expect(await call(provider, 'trace?recipient=k@away.example')).toMatchObject({
    data: [{ event: 'removed' }, { event: 'deferred', code: 451 }],
  });
  const { rows } = await sql`
    select actor, act, person, after from audit_log where act like 'queue%' order by id desc limit 1`.execute(
    server.context.db,
  );
  expect(rows).toEqual([{ actor: 'giám sát', act: 'queue_removed', person: first?.id, after: 'gửi nhầm' }]);
});

test('AU-6 a person proves anew who they are before they remove, and not before what can be undone', async () => {
  await deferred(['a@away.example']);
  const { db } = server.context;
  const { client, mailbox } = await newPerson(server);
  await sql`update mailboxes set provider = true where id = ${mailbox}`.execute(db);
  await sql`update sessions set method = 'passkey' where mailbox_id = ${mailbox}`.execute(db);
  server.clock.pass(3_600_000);
  const act = (act: QueueAct) => client.actOnQueue({ body: { act, destination: 'relay' } });
  expect((await act('retry')).data.moved).toBe(1);
  await expect(act('remove')).rejects.toMatchObject({ code: 'proof_required' });
  expect(await list()).toHaveLength(1);
});

async function newToken(...args: string[]): Promise<string> {
  let printed = '';
  const out = { write: (text: string) => (printed += text) };
  await addToken.run({ context: server.context, args, out, err: out } as never);
  return printed.trim();
}
