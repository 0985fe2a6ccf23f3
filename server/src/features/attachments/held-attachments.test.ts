import { randomBytes } from 'node:crypto';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { docx } from '../../demo-world/sample-office.ts';
import { hashBytes } from '../../platform/blobs/hash-bytes.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../test-kit/start-server.ts';
import { collectBlobsTask, sweepBlobsTask } from '../cleaning/cleaning.jobs.ts';

const OWNER = 'lan.anh@saomai.example';
const DAY = 24 * 3_600_000;

let server: TestServer;
let lanAnh: SignedInClient;

async function start(options: TestServerOptions = {}): Promise<void> {
  server = await startTestServer({ ...options, env: { ROLES: 'http,mail', ...options.env } });
  lanAnh = await server.signIn(OWNER);
}
afterEach(() => server.close());

type Part = { name: string; encoding: string; body: string | Buffer; bytes: Buffer };

function inLines(bytes: Buffer, line = 76): string {
  return (bytes.toString('base64').match(new RegExp(`.{1,${line}}`, 'g')) ?? []).join('\r\n');
}

function message(subject: string, parts: Part[]): Buffer {
  const head = `From: khach@minhphat.example\r\nTo: ${OWNER}\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@minhphat.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=ranh\r\n\r\n--ranh\r\nContent-Type: text/plain\r\n\r\nXin xem\r\n`;
  const pieces = parts.flatMap(({ name, encoding, body }) => [
    `--ranh\r\nContent-Type: ${name.endsWith('.eml') ? 'message/rfc822' : 'application/pdf'}\r\nContent-Disposition: attachment; filename=${name}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`,
    body,
    '\r\n',
  ]);
  return Buffer.concat([head, ...pieces, '--ranh--\r\n'].map((piece) => Buffer.from(piece as string)));
}

async function deliver(protocol: 'smtp' | 'lmtp', raw: Buffer): Promise<void> {
  const { smtpPort, lmtpPort } = server.running;
  const port = (protocol === 'smtp' ? smtpPort : lmtpPort) as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol });
  const answer = await client.send({ from: 'khach@minhphat.example', to: [OWNER], raw });
  await client.end();
  expect(answer.message[0]).toMatchObject({ code: 250 });
}

async function newest(folder = 'INBOX') {
  const { data } = await lanAnh.listThreads({ query: { in: folder } });
  const id = data[0]?.message_ids.at(-1) as string;
  return (await lanAnh.getMessage({ params: { id }, query: {} })).data;
}

async function download(id: string, headers: Record<string, string> = {}, path = `files/${id}/download`) {
  const answer = await fetch(`${server.baseUrl}/api/v2/${path}`, {
    headers: { [SESSION_HEADER]: lanAnh.token, ...headers },
  });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function isKeptAlone(bytes: Buffer): Promise<boolean> {
  return (await server.context.blobs.stat(await hashBytes(bytes))) !== null;
}

function pass(ms: number): void {
  server.clock.set(server.clock.now() + ms);
}

/** Everything that deletes blobs, a few days later. */
async function collect(): Promise<void> {
  for (const task of [collectBlobsTask, sweepBlobsTask]) {
    pass(3 * DAY);
    await inTransaction(server.context.db, (tx) => addJob(tx, task, {}));
    await runJobsUntilIdle(server.context);
  }
  lanAnh = await server.signIn(OWNER);
}

async function removeForGood(thread: string): Promise<void> {
  await lanAnh.deleteThreads({ body: { ids: [thread] } });
  pass(1_000);
  await lanAnh.emptyTrash({});
  await runJobsUntilIdle(server.context);
}

test('AT-1 a file is the same whatever it was sent in, and kept once where it stands in the source', async () => {
  await start();
  const pdf = randomBytes(20_001);
  const nested = Buffer.from('Subject: =?utf-8?q?trong?=\r\n\r\nChào\r\n');
  const text = Buffer.from('Chào chị Lan');
  const held: Part[] = [
    { name: 'a.pdf', encoding: 'base64', body: inLines(pdf), bytes: pdf },
    { name: 'b.eml', encoding: '7bit', body: nested, bytes: nested },
    { name: 'c.txt', encoding: '8bit', body: text, bytes: text },
    { name: 'd.bin', encoding: 'base64', body: inLines(randomBytes(99), 60), bytes: Buffer.alloc(0) },
  ];
  (held[3] as Part).bytes = Buffer.from(String(held[3]?.body), 'base64');
  const odd = randomBytes(300);
  const apart: Part[] = [
    { name: 'e.pdf', encoding: 'base64', body: inLines(odd, 75), bytes: odd },
    { name: 'f.txt', encoding: 'quoted-printable', body: 'Ch=C3=A0o', bytes: Buffer.from('Chào') },
    {
      name: 'g.bin',
      encoding: 'x-uuencode',
      body: 'begin 644 a\r\n#0V%T\r\n`\r\nend',
      bytes: Buffer.from('Cat'),
    },
  ];
  const large: Part = { name: 'h.pdf', encoding: 'base64', body: '', bytes: randomBytes(700_000) };
  large.body = inLines(large.bytes);
  // With and without a verdict, in memory and spooled: the trace fields before it differ in length each time.
  for (const [protocol, parts] of [
    ['smtp', [...held, ...apart]],
    ['lmtp', [...apart, ...held]],
    ['smtp', [large, ...held]],
  ] as const) {
    await deliver(protocol, message(`Số ${pdf.length} ${protocol} ${parts.length}`, [...parts]));
    pass(1_000);
    const { id, files } = await newest();
    expect(files.map(({ name }) => name)).toEqual(parts.map(({ name }) => name));
    for (const [at, { id: file, size, name }] of files.entries()) {
      const { bytes } = parts[at] as Part;
      expect(size, name).toBe(bytes.length);
      expect((await download(file)).bytes.equals(bytes), name).toBe(true);
      const end = Math.min(size, 15_000) - 1;
      const part = await download(file, { range: `bytes=1-${end}` });
      expect(part.status).toBe(206);
      expect(part.bytes.equals(bytes.subarray(1, end + 1)), name).toBe(true);
    }
    expect((await download(id, {}, `messages/${id}/attachments.zip`)).bytes.includes(pdf)).toBe(true);
    const mail = files.find(({ name }) => name === 'b.eml')?.id as string;
    expect((await lanAnh.openAttachedMessage({ params: { id: mail } })).data.subject).toBe('trong');
  }
  for (const { bytes, name } of [...held, large]) expect(await isKeptAlone(bytes), name).toBe(false);
  for (const { bytes, name } of apart) expect(await isKeptAlone(bytes), name).toBe(true);
});

test('CW-15 a file that is sent on outlives the mail that it came with, and stands in what was sent from then on', async () => {
  await start();
  const bytes = randomBytes(9_000);
  await deliver('smtp', message('Gốc', [{ name: 'a.pdf', encoding: 'base64', body: inLines(bytes), bytes }]));
  const original = await newest();
  const { blobs, db } = server.context;
  const { rows } = await sql<{ key: string }>`
    select encode(blob, 'hex') as key from messages where id = ${original.id}`.execute(db);
  const source = rows[0]?.key as string;
  const file = original.files[0]?.id as string;
  const { data: draft } = await lanAnh.createDraft({
    body: { to: [{ name: '', email: OWNER }], subject: 'Chuyển tiếp', body: '<p>Xem</p>', files: [file] },
  });
  await removeForGood(original.thread_id);
  await collect();
  expect((await download(file)).status).toBe(404);
  const copy = draft.files[0]?.id as string;
  expect((await download(copy)).bytes.equals(bytes)).toBe(true);

  await lanAnh.sendMail({ body: { msg_id: draft.id } });
  pass(60_000);
  await runJobsUntilIdle(server.context);
  const own = (await newest('Sent')).files[0]?.id as string;
  const arrived = await newest();
  expect(arrived.subject).toBe('Chuyển tiếp');
  expect((await download(arrived.files[0]?.id as string)).bytes.equals(bytes)).toBe(true);
  await collect();
  expect(await blobs.stat(source)).toBeNull();
  for (const id of [own, arrived.files[0]?.id as string]) {
    expect((await download(id)).bytes.equals(bytes)).toBe(true);
  }
});

test('releases that look for every file under its own name find it there', async () => {
  await start({ env: { BLOB_COMPRESSION: 'off' } });
  const bytes = randomBytes(5_000);
  await deliver(
    'smtp',
    message('Bản trước', [{ name: 'a.pdf', encoding: 'base64', body: inLines(bytes), bytes }]),
  );
  const { files } = await newest();
  expect((await download(files[0]?.id as string)).bytes.equals(bytes)).toBe(true);
  expect(await isKeptAlone(bytes)).toBe(true);
});

test('SB-12 what a document says is found where it is kept in the source alone', async () => {
  await start();
  const { name, content } = docx('hop-dong.docx', 'Hợp đồng', ['Nhà xưởng Long Hậu']);
  const bytes = Buffer.from(content);
  await deliver('lmtp', message('Gửi', [{ name, encoding: 'base64', body: inLines(bytes), bytes }]));
  expect(await runJobsUntilIdle(server.context)).toContain('read_file_texts');
  const { data } = await lanAnh.listThreads({ query: { q: '"long hậu"' } });
  expect(data.map(({ found_in }) => found_in)).toEqual(['hop-dong.docx']);
});
