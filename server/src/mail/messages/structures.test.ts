import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { readMail as readSource } from '../../platform/mime/read-mail.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { recount } from '../mailbox/recount.ts';
import { fillStructures } from './fill-structures.ts';
import { removeMessages } from './move-messages.ts';
import { findUnstructured, readHeaderFields, readStructures } from './structures.store.ts';

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await newPerson(server), await newPerson(server)];
});

const FORWARD = [
  ...['From: Khách <khach@minhphat.example>', 'Subject: xem', 'DKIM-Signature: v=1; d=x', 'X-Other: 1'],
  ...[
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'xem',
    '--b',
    'Content-Type: message/rfc822',
  ],
  ...['', 'Subject: trong', '', 'một', '--b--', ''],
].join('\r\n');

async function deliver(protocol: 'smtp' | 'lmtp', raw: string): Promise<void> {
  const port = server.running[`${protocol}Port`] as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol });
  const { message } = await client.send({ from: 'khach@minhphat.example', to: [an.email], raw });
  expect(message[0]).toMatchObject({ code: 250 });
  client.end();
}

/** What the sources of a mailbox say when they are read, and what is kept of them. */
async function describedAndKept({ mailbox }: NewPerson) {
  const { db, blobs } = server.context;
  const messages = await db
    .selectFrom('messages')
    .select(['id', 'blob'])
    .where('mailbox_id', '=', mailbox)
    .execute();
  const ids = messages.map(({ id }) => id);
  const described: unknown[] = [];
  for (const { id, blob } of messages) {
    if (blob === null) continue;
    const { fields, structure } = readSource(await blobs.read(blob.toString('hex'))).mail.structure;
    described.push({ id, fields, root: JSON.parse(structure) });
  }
  const fields = new Map((await readHeaderFields(db, mailbox, ids)).map((row) => [row.id, row.fields]));
  const kept = (await readStructures(db, mailbox, ids)).map(({ id, root }) => ({
    ...{ id, root },
    fields: fields.get(id)?.toString('latin1') ?? null,
  }));
  const byId = (one: { id?: unknown }, other: { id?: unknown }) =>
    String(one.id) < String(other.id) ? -1 : 1;
  return { described: (described as { id: string }[]).sort(byId), kept: kept.sort(byId) };
}

test.each(['smtp', 'lmtp'] as const)(
  'mail that came by %s is described as its source stands',
  async (protocol) => {
    await deliver(protocol, FORWARD);
    await deliver(
      protocol,
      FORWARD.replace('--b--', `${'x'.repeat(300_000)}\r\n--b--`).replaceAll(/x{900}/g, '$&\r\n'),
    );
    const { described, kept } = await describedAndKept(an);
    expect(kept).toHaveLength(2);
    expect(kept).toEqual(described);
    expect(kept.some(({ fields }) => fields?.includes('DKIM-Signature: v=1; d=x\r\n'))).toBe(true);
  },
);

test('of a message that goes on with our own trace the header is read from its source', async () => {
  await deliver('lmtp', `\tcontinues\r\n${FORWARD}`);
  const { described, kept } = await describedAndKept(an);
  expect(kept).toEqual(described.map((message) => ({ ...message, fields: null })));
});

test('what is written and sent is described in Sent and where it arrives, and a draft is not', async () => {
  const draft = await writeDraft(an, [binh.email]);
  expect((await describedAndKept(an)).kept).toEqual([]);
  await an.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  for (const person of [an, binh]) {
    const { described, kept } = await describedAndKept(person);
    expect(kept).toHaveLength(1);
    expect(kept).toEqual(described);
  }
});

test('a message that a mail program submits is described', async () => {
  const client = await connectMail({
    ...{ host: '127.0.0.1', port: server.running.submissionPort as number, protocol: 'smtp' },
  });
  const secret = Buffer.from(`\0${an.email}\0${lanAnh.password}`).toString('base64');
  await client.command(`AUTH PLAIN ${secret}`);
  const raw = FORWARD.replace('khach@minhphat.example', an.email);
  expect((await client.send({ from: an.email, to: [binh.email], raw })).message[0]).toMatchObject({
    code: 250,
  });
  client.end();
  const { described, kept } = await describedAndKept(an);
  expect(kept).toHaveLength(1);
  expect(kept).toEqual(described);
});

test('messages of an earlier release are described when somebody asks for them', async () => {
  const { db } = server.context;
  const ids = [await fileMail(server.context, an.mailbox), await fileMail(server.context, an.mailbox)];
  const before = await describedAndKept(an);
  await db.deleteFrom('message_structures').where('mailbox_id', '=', an.mailbox).execute();
  expect(await findUnstructured(db, an.mailbox, ids)).toHaveLength(2);
  await fillStructures(server.context, an.mailbox, ids);
  expect(await findUnstructured(db, an.mailbox, ids)).toEqual([]);
  expect(await describedAndKept(an)).toEqual(before);
});

test('a structure goes with its message, also where the release before removes it', async () => {
  const { db } = server.context;
  const ids = [
    await fileMail(server.context, an.mailbox),
    await fileMail(server.context, an.mailbox),
  ] as const;
  await changeMailbox(server.context, an.mailbox, (change) =>
    removeMessages(change, [ids[0]]).then(() => undefined),
  );
  expect(await readStructures(db, an.mailbox, [...ids])).toHaveLength(1);
  expect(await recount(db, an.mailbox)).toEqual([]);
  await db.deleteFrom('messages').where('mailbox_id', '=', an.mailbox).where('id', '=', ids[1]).execute();
  expect(await readStructures(db, an.mailbox, [...ids])).toEqual([]);
});
