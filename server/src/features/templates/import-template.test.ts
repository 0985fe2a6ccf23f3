import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { outlookFile } from '../../test-kit/outlook-file.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { removeLooseFiles } from '../cleaning/remove-loose-files.ts';

let server: TestServer;
let person: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
});
afterAll(() => server.close());

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const IMAGE = /\/api\/v2\/files\/([0-9a-f-]{36})\/download\?inline=1/g;
const idsIn = (html: string) => [...html.matchAll(IMAGE)].map(([, id]) => id ?? '');

function take(name: string, content: string | Uint8Array<ArrayBuffer>, by = person) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return by.client.importTemplate({ form }).then(({ data }) => data);
}

const MESSAGE = [
  'From: Lan Anh <lan.anh@saomai.example>',
  'To: =?utf-8?q?Thu_H=C3=A0?= <ha@minhphat.example>, nobody',
  'Cc: ke.toan@minhphat.example',
  'Subject: =?utf-8?q?B=C3=A1o_gi=C3=A1_{c=C3=B4ng_ty}?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/related; boundary=b',
  '',
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Chào {tên}<script>x()</script></p><img src="cid:logo@x"><img src="https://x.example/pixel.gif">',
  '--b',
  'Content-Type: image/png; name=logo.png',
  'Content-ID: <logo@x>',
  'Content-Transfer-Encoding: base64',
  '',
  PNG.toString('base64'),
  '--b--',
  '',
].join('\r\n');

test('TE-12 a message becomes a template: subject, recipients, sanitised text, and its image as an own one', async () => {
  const made = await take('bao-gia.eml', MESSAGE);
  expect(made).toMatchObject({
    ...{ name: 'Báo giá {công ty}', subject: 'Báo giá {công ty}', fields: ['công ty', 'tên'] },
    to: [{ name: 'Thu Hà', email: 'ha@minhphat.example' }],
    cc: [{ name: '', email: 'ke.toan@minhphat.example' }],
  });
  expect(made.html).toContain('Chào {tên}');
  expect(made.html).not.toMatch(/script|x\.example/);
  const [image = ''] = idsIn(made.html);
  server.clock.set(server.clock.now() + 25 * 3600 * 1000);
  await removeLooseFiles(server.context, new AbortController().signal);
  const { data } = await person.client.getFile({ params: { id: image } });
  expect(data).toMatchObject({ content_type: 'image/png', size: PNG.length });
});

test('TE-12 a template leaves as a message that becomes the same template again', async () => {
  const made = await take('bao-gia.eml', MESSAGE);
  const answer = await fetch(`${server.baseUrl}/api/v2/templates/${made.id}/message`, {
    headers: { [SESSION_HEADER]: person.client.token },
  });
  expect(answer.headers.get('content-disposition')).toContain('.eml');
  const source = new Uint8Array(await answer.arrayBuffer());
  const other = await newPerson(server);
  const again = await take('x.eml', source, other);
  const { id: _one, html, updated_at: _then, ...rest } = made;
  expect(again).toMatchObject(rest);
  expect(again.html.replace(IMAGE, '')).toBe(html.replace(IMAGE, ''));
  expect(idsIn(again.html)).toHaveLength(1);
});

test('TE-12 a page becomes a template named by its title, in the charset that it declares', async () => {
  const html = `<html><head><meta charset="windows-1252"><title>Cafe\xe9 &amp; tr\xe0</title></head>
    <body onload="x()"><p>Gi\xe1</p><img src="data:image/png;base64,${PNG.toString('base64')}"></body></html>`;
  const made = await take('gia.html', new Uint8Array(Buffer.from(html, 'latin1')));
  expect(made).toMatchObject({ name: 'Cafeé & trà', subject: 'Cafeé & trà', to: [] });
  expect(made.html).toContain('<p>Giá</p>');
  expect(made.html).not.toMatch(/onload|data:/);
  expect(idsIn(made.html)).toHaveLength(1);
});

test('TE-12 a message of plain text keeps its lines, and one without a subject is named by its file', async () => {
  const made = await take('Nhắc nợ.eml', 'From: a@b.example\r\n\r\nMột <b>\r\nHai\r\n');
  expect(made).toMatchObject({ name: 'Nhắc nợ', subject: '' });
  expect(made.html).toContain('Một &lt;b&gt;<br />Hai');
});

test('TE-12 a template of Outlook becomes one, with its people and its image', async () => {
  const image = { 14081: PNG, 14087: 'logo.png', 14098: 'logo@x' };
  const html = Buffer.from('<p onclick="x()">Chào {tên}</p><img src="cid:logo@x">');
  const oft = outlookFile(
    { values: { 55: 'Báo giá {công ty}', 4115: html }, numbers: { 16350: 65_001 } },
    [{ values: { 12289: 'Thu Hà', 14846: 'ha@minhphat.example' }, numbers: { 3093: 1 } }],
    [{ values: image }],
  );
  const made = await take('Báo giá.oft', new Uint8Array(oft));
  expect(made).toMatchObject({
    ...{ name: 'Báo giá {công ty}', subject: 'Báo giá {công ty}', fields: ['công ty', 'tên'] },
    to: [{ name: 'Thu Hà', email: 'ha@minhphat.example' }],
  });
  expect(made.html).toContain('<p>Chào {tên}</p>');
  expect(idsIn(made.html)).toHaveLength(1);
});

test('TE-12 what is no message, template or page, too large, too long or no file is refused, and leaves nothing', async () => {
  const { data: before } = await person.client.listTemplates({});
  const oft = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  await expect(take('mau.oft', new Uint8Array(oft))).rejects.toMatchObject({
    code: 'unsupported_media_type',
  });
  await expect(take('to.html', 'x'.repeat(TEMPLATE_LIMITS.fileBytes + 1))).rejects.toMatchObject({
    code: 'too_large',
  });
  await expect(
    take('dai.html', `<p>${'x'.repeat(TEMPLATE_LIMITS.textLength * 3)}</p>`),
  ).rejects.toMatchObject({
    details: { fields: [{ field: 'html', rule: 'too_long' }] },
  });
  await expect(person.client.importTemplate({ form: new FormData() })).rejects.toMatchObject({ status: 400 });
  expect((await person.client.listTemplates({})).data).toEqual(before);
});
