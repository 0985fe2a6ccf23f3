import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { fileMails } from '../../test-kit/file-mail.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

/** More than are read one by one. */
const MESSAGES = 5_004;
const BATCH = 1_000;
const TEXTS = new Map([
  [7, 'Em gửi hợp đồng nguyên tắc'],
  [8, 'Đồng hồ, không có chữ kia'],
  [5_000, '<p>Em gửi <b>hợp</b> đồng nguyên tắc số hai</p>'],
  [5_001, 'Chữ hop dong không dấu'],
]);

let server: TestServer;
let program: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap' } });
  const { email, mailbox } = await newPerson(server);
  for (let from = 1; from <= MESSAGES; from += BATCH) {
    const mails = Array.from({ length: Math.min(BATCH, MESSAGES + 1 - from) }, (_, place) => {
      const text = TEXTS.get(from + place) ?? 'Xin chào';
      const bodyIsHtml = text.startsWith('<');
      const searchText = text.replaceAll(/<[^>]*>/g, '');
      return { text, bodyIsHtml, searchText };
    });
    await fileMails(server.context, mailbox, mails);
  }
  program = await connectImap({ port: server.running.imapPort as number });
  await program.command(`LOGIN "${email}" "${lanAnh.password}"`);
  expect((await program.command('SELECT INBOX')).untagged).toContain(`* ${MESSAGES} EXISTS`);
}, 120_000);
afterAll(() => server.close());

async function found(keys: string, text: string): Promise<string[]> {
  const { result, untagged } = await program.commandWith(`SEARCH CHARSET UTF-8 ${keys}`, text);
  return result.startsWith('OK') ? untagged : [result];
}

test('the index finds texts of a folder that is too large to be read, and marks count', async () => {
  expect(await found('BODY', 'hợp đồng')).toEqual(['* SEARCH 7 5000']);
  expect(await found('TEXT', 'HỢP ĐỒNG nguyên tắc số')).toEqual(['* SEARCH 5000']);
  expect(await found('BODY', 'hop dong')).toEqual(['* SEARCH 5001']);
  expect(await found('OR BODY "xyz" BODY', 'nguyên')).toEqual(['* SEARCH 7 5000']);
  expect(await found('BODY', 'không có ở đâu')).toEqual(['* SEARCH']);
});

test('a text without a word is refused there, and found in fewer messages', async () => {
  expect(await found('BODY', ', ')).toEqual([
    'NO [LIMIT] Too many messages could have this text, narrow it down',
  ]);
  expect(await found('1:100 BODY', ', ')).toEqual(['* SEARCH 8']);
});

test('a message is found by its Message-ID, however many there are', async () => {
  const raw = 'From: a@minhphat.example\r\nMessage-ID: <so.mot@minhphat.example>\r\n\r\nChào\r\n';
  await program.commandWith('APPEND INBOX', raw);
  expect(await found('HEADER Message-ID', '<so.mot@minhphat.example>')).toEqual([`* SEARCH ${MESSAGES + 1}`]);
});
