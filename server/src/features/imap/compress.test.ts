import { connect } from 'node:net';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { appendMessage, rawMessage, signInImap } from '../../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;
let program: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await signInImap(server, an);
});

const capabilities = async () => (await program.command('CAPABILITY')).untagged[0];

test('both sides compress from then on, literals and large messages too', async () => {
  expect(await capabilities()).toContain('COMPRESS=DEFLATE');
  await program.compress();
  expect(await capabilities()).not.toContain('COMPRESS');
  expect((await program.command('COMPRESS DEFLATE')).result).toMatch(/^NO \[COMPRESSIONACTIVE\]/);
  const raw = rawMessage('Lớn', { body: `${'abcdefgh'.repeat(9)}\r\n`.repeat(10_000) });
  await appendMessage(program, raw);
  await program.command('SELECT INBOX');
  const { untagged } = await program.command('FETCH 1 (FLAGS BODY.PEEK[])');
  expect(untagged).toEqual([
    `* 1 FETCH (FLAGS () BODY[] {${Buffer.byteLength(raw)}}\r\n${Buffer.from(raw).toString('latin1')})`,
  ]);
});

test('nothing comes before the first compressed answer', async () => {
  // What came in one piece with the OK would be read as plain text by isync.
  const socket = connect({ host: '127.0.0.1', port: server.running.imapPort as number });
  let heard = Buffer.alloc(0);
  socket.on('data', (piece) => {
    heard = Buffer.concat([heard, piece]);
  });
  const said = (text: string) => expect.poll(() => heard.includes(text)).toBe(true);
  await said('ready\r\n');
  socket.write(`a LOGIN "${an.email}" "${lanAnh.password}"\r\nb COMPRESS DEFLATE\r\n`);
  await said('b OK');
  const end = heard.indexOf('\r\n', heard.indexOf('b OK')) + 2;
  socket.write(deflateRawSync('c NOOP\r\n', { finishFlush: constants.Z_SYNC_FLUSH }));
  const inflated = () =>
    inflateRawSync(heard.subarray(end), { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  await expect.poll(inflated).toMatch(/^c OK /);
  expect(heard.subarray(end, end + 5)).not.toEqual(
    deflateRawSync('', { finishFlush: constants.Z_SYNC_FLUSH }),
  );
  socket.destroy();
});

test('what happens is told at once to who idles', async () => {
  await program.compress();
  await program.command('SELECT INBOX');
  program.rawWrite('i1 IDLE\r\n');
  expect(await program.next()).toBe('+ idling');
  await fileMail(server.context, an.mailbox, {});
  expect(await program.next()).toBe('* 1 EXISTS');
  program.rawWrite('DONE\r\n');
  while (!(await program.next()).startsWith('i1 OK'));
  expect((await program.command('LOGOUT')).untagged).toEqual(['* BYE Goodbye']);
  await program.closed();
});

test('a few bytes that stand for very many end the connection where a line is too long', async () => {
  await program.command('COMPRESS DEFLATE');
  // 100 MB in 100 KB.
  program.rawWrite(deflateRawSync(Buffer.alloc(100_000_000, 'x'), { finishFlush: constants.Z_SYNC_FLUSH }));
  await program.closed();
});

test('what is not compressed ends the connection', async () => {
  await program.command('COMPRESS DEFLATE');
  program.rawWrite(Buffer.alloc(100, 0xff));
  await program.closed();
});

test('no other way is served, and none before a sign-in', async () => {
  expect((await program.command('COMPRESS LZW')).result).toMatch(/^NO \[CANNOT\]/);
  expect((await program.command('COMPRESS')).result).toMatch(/^BAD /);
  const stranger = await connectImap({ port: server.running.imapPort as number });
  expect((await stranger.command('COMPRESS DEFLATE')).result).toMatch(/^BAD /);
});
