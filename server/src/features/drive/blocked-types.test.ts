import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configureBlockedTypes } from '../../platform/files/refuse-blocked-type.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const PASSWORD = 'chim bồ câu bay';

let server: TestServer;
let an: NewPerson;
let folder: string;
let file: string;
let guest: { path: string; cookie: string };

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
  folder = (await an.client.createDriveFolder({ body: { name: 'Nhận tệp' } })).data.id;
  // Alone in its folder: no name conflicts.
  const alone = (await an.client.createDriveFolder({ body: { name: 'Riêng' } })).data.id;
  const form = formOf('ghi chú.txt');
  form.append('parent_id', alone);
  file = (await an.client.uploadDriveFile({ form })).data[0]?.id as string;
  const share_withs = ['khach@minhphat.example'];
  const body = { ids: [folder], share_withs, password: PASSWORD, permission: 'WRITE' as const };
  const [share] = (await an.client.createShares({ body })).data;
  const path = new URL(share?.link as string).pathname;
  const opened = await fetch(`${server.baseUrl}${path}/open`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ password: PASSWORD }),
  });
  guest = { path, cookie: opened.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
});
afterAll(() => server.close());

function formOf(name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob(['x']), name);
  return form;
}

const answerOf = (call: Promise<unknown>) =>
  call.then(
    () => 'taken',
    (error: { code: string }) => error.code,
  );

/** A guest opens a page. */
const codeIn = (text: string) =>
  /file_not_allowed|Loại tệp này không được nhận/.test(text) ? 'file_not_allowed' : text;

/** Each entry point, and its response to a file of this name. */
const DOORS: [string, (name: string) => Promise<string>][] = [
  ['a message', (name) => answerOf(an.client.uploadFile({ form: formOf(name) }))],
  ['the drive', (name) => answerOf(an.client.uploadDriveFile({ form: formOf(name) }))],
  ['a rename', (name) => answerOf(an.client.renameDriveFile({ params: { id: file }, body: { name } }))],
  [
    'a resumable upload',
    async (name) => {
      const answer = await fetch(`${server.baseUrl}/storage/v1/uploads`, {
        method: 'POST',
        headers: {
          [SESSION_HEADER]: an.client.token,
          'tus-resumable': '1.0.0',
          'upload-length': '1',
          'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
        },
      });
      return answer.status === 201 ? 'taken' : codeIn(await answer.text());
    },
  ],
  [
    'a guest',
    async (name) => {
      const answer = await fetch(`${server.baseUrl}${guest.path}/u/${folder}`, {
        method: 'POST',
        redirect: 'manual',
        headers: { cookie: guest.cookie },
        body: formOf(name),
      });
      const { data } = await an.client.listDriveFiles({ query: { folder_id: folder } });
      if (data.some((one) => one.name === name)) return 'taken';
      return codeIn(`${answer.headers.get('location')} ${await answer.text()}`);
    },
  ],
  [
    'an attachment out of the drive',
    async (name) => {
      const { db } = server.context;
      // Stored before its type was on the list.
      await db.updateTable('drive_entries').set({ name }).where('id', '=', file).execute();
      return answerOf(an.client.attachDriveFiles({ body: { hrefs: [file] } }));
    },
  ],
];

describe.each(DOORS)('AT-4 %s', (_door, answer) => {
  test.each(['Cài đặt.exe.', 'Cài đặt.exe::$DATA', 'Cài đặt.ехе', 'Cài đặt.éxẻ', 'Cài đặt.pdf.JS'])(
    'refuses %j',
    async (name) => expect(await answer(name)).toBe('file_not_allowed'),
  );

  test('takes what only looks so, and what the operator allows', async () => {
    expect(await answer('Cài đặt.exe.txt')).toBe('taken');
    configureBlockedTypes(['dwg']);
    expect(await answer('Bản vẽ.dwg')).toBe('file_not_allowed');
    expect(await answer('Kịch bản.js')).toBe('taken');
    configureBlockedTypes(server.context.config.blockedFileTypes);
  });
});
