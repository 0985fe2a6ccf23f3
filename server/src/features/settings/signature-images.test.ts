import { settingsFromList } from '@bocau/contract/settings.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';
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

async function upload(bytes: Uint8Array<ArrayBuffer> = PNG, by = person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'logo.png');
  const { data } = await by.client.uploadFile({ form });
  return data[0]?.id as string;
}

const show = (...ids: string[]) =>
  `<p>Lan Anh</p>${ids.map((id) => `<img src="/api/v2/files/${id}/download?inline=1" alt="" />`).join('')}`;
const idsIn = (html: string) => [...html.matchAll(IMAGE)].map(([, id]) => id as string);
const add = async (html: string) =>
  (await person.client.createSignature({ body: { name: 'Có ảnh', html } })).data;
const isThere = (id: string) =>
  person.client.getFile({ params: { id } }).then(
    () => true,
    () => false,
  );

/** Like the cleanup a day later. */
async function cleanUp() {
  server.clock.set(server.clock.now() + 25 * 3600 * 1000);
  await removeLooseFiles(server.context, new AbortController().signal);
}

test('an image of a signature stays, and is sent as a part of the message that shows it', async () => {
  const image = await upload();
  const signature = await add(show(image));
  expect(idsIn(signature.html)).toEqual([image]);
  await cleanUp();
  expect(await isThere(image)).toBe(true);

  const other = await newPerson(server);
  const body = `<p>Chào</p><div data-signature="">${signature.html}</div>`;
  const { data: draft } = await person.client.createDraft({
    body: { action: 'new', to: [{ name: '', email: other.email }], subject: 'Ảnh', body },
  });
  const [copy] = idsIn(draft.body ?? '');
  expect(copy).not.toBe(image);
  // The editor still shows the signature's own image.
  const { data: again } = await person.client.saveDraft({
    params: { id: draft.id },
    body: { body: `${body}<p>Thêm</p>` },
  });
  expect(idsIn(again.body ?? '')).toEqual([copy]);

  await person.client.deleteSignature({ params: { id: signature.id } });
  await cleanUp();
  expect(await isThere(image)).toBe(false);
  await person.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  const { data: threads } = await other.client.listThreads({ query: { in: 'INBOX' } });
  const { data: thread } = await other.client.getThread({ params: { id: threads[0]?.id ?? '' }, query: {} });
  const [received] = thread.messages;
  expect(received?.body).not.toMatch(/data:image|https?:/);
  const [shown] = received?.files ?? [];
  expect(shown).toMatchObject({ inlineImage: true, content_type: 'image/png', size: PNG.length });
  const { data: sent } = await person.client.getMessage({ params: { id: draft.id }, query: {} });
  expect(sent.files).toMatchObject([{ inlineImage: true, size: PNG.length }]);
});

test('an image leaves with the last signature that shows it', async () => {
  const image = await upload();
  const one = await add(show(image));
  await person.client.saveSettings({ body: [{ key: 'signature', value: show(image) }] });
  await person.client.updateSignature({ params: { id: one.id }, body: { html: '<p>Lan</p>' } });
  await cleanUp();
  expect(await isThere(image)).toBe(true);
  await person.client.saveSettings({ body: [{ key: 'signature', value: '' }] });
  await cleanUp();
  expect(await isThere(image)).toBe(false);
});

test('an image of a draft is copied, and outlives it', async () => {
  const { data: draft } = await person.client.createDraft({
    body: { action: 'new', body: show(await upload()) },
  });
  const [inDraft] = idsIn(draft.body ?? '');
  const { html } = await add(show(inDraft ?? ''));
  const [copy] = idsIn(html);
  expect(copy).not.toBe(inDraft);
  await person.client.deleteDraft({ params: { id: draft.id } });
  await cleanUp();
  expect(await isThere(copy ?? '')).toBe(true);
});

test('what is no image by its bytes, too many and too large images are refused, and the limit is named', async () => {
  const text = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  const bitmap = Buffer.alloc(64);
  bitmap.write('BM');
  bitmap.writeUInt32LE(40, 14);
  const large = Buffer.concat([PNG, Buffer.alloc(300 * 1024)]);
  const foreign = await upload(PNG, await newPerson(server));
  const six = await Promise.all(Array.from({ length: 6 }, () => upload()));
  const faultOf = async (html: string) => (await refusalOf(add(html))).details['fields'];
  const html = 'html';
  expect(await faultOf(show(text))).toMatchObject([{ field: html, rule: 'not_an_option' }]);
  expect(await faultOf(show(await upload(bitmap)))).toMatchObject([{ field: html, rule: 'not_an_option' }]);
  expect(await faultOf(show(...six))).toMatchObject([{ field: html, rule: 'too_many', limit: 5 }]);
  expect(await faultOf(show(await upload(large), await upload(large)))).toMatchObject([
    { field: html, rule: 'too_large', limit: 512_000 },
  ]);
  expect(await faultOf(show(foreign))).toMatchObject([{ field: html, rule: 'missing' }]);
  const main = person.client.saveSettings({ body: [{ key: 'signature', value: show(...six) }] });
  expect((await refusalOf(main)).details).toMatchObject({ key: 'signature', rule: 'too_many', limit: 5 });
});

test('ST-10 images are outside of the 10,000 characters, and those from elsewhere are dropped', async () => {
  const image = await upload();
  const words = `<p>${'x'.repeat(9_980)}</p>`;
  const elsewhere = '<img src="https://x.example/a.png" /><img src="data:image/png;base64,iVBORw0KGgo=" />';
  const { data } = await person.client.saveSettings({
    body: [{ key: 'signature', value: `${words}${show(image).slice('<p>Lan Anh</p>'.length)}${elsewhere}` }],
  });
  const { signature } = settingsFromList(data);
  expect(signature.match(/<img/g)).toHaveLength(1);
  expect(idsIn(signature)).toEqual([image]);
});
