import { LIMITS } from '@bocau/contract/limits.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import type { TemplateInput } from '@bocau/contract/templates.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { removeLooseFiles } from '../cleaning/remove-loose-files.ts';

let server: TestServer;
let person: NewPerson;
let other: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  other = await newPerson(server);
});
afterAll(() => server.close());

const add = (body: Partial<TemplateInput> = {}, by = person) =>
  by.client
    .createTemplate({ body: { name: 'Báo giá', html: '<p>Chào {tên}</p>', ...body } })
    .then(({ data }) => data);
const HA = { name: 'Thu Hà', email: 'ha@minhphat.example' };

test('TE-1 templates are added, changed, counted and removed; the list is by folder and name, without texts', async () => {
  const late = await add({ name: ' Nhắc nợ ', folder: 'Kế toán', subject: 'Nợ {số tiền}', to: [HA], cc: [] });
  const early = await add();
  expect(late).toMatchObject({ name: 'Nhắc nợ', folder: 'Kế toán', uses: 0, to: [HA], cc: [], bcc: [] });
  const { data: list } = await person.client.listTemplates({});
  expect(list.map(({ id }) => id)).toEqual([early.id, late.id]);
  expect(list[1]).toEqual({
    ...{ id: late.id, name: 'Nhắc nợ', folder: 'Kế toán', subject: 'Nợ {số tiền}' },
    ...{ fields: ['số tiền', 'tên'], uses: 0, updated_at: late.updated_at },
  });

  const params = { id: late.id };
  const { data: changed } = await person.client.updateTemplate({ params, body: { name: 'Nhắc', cc: [HA] } });
  expect(changed).toMatchObject({ name: 'Nhắc', folder: 'Kế toán', to: [HA], cc: [HA], html: late.html });
  await person.client.countTemplateUse({ params });
  await person.client.countTemplateUse({ params });
  expect((await person.client.getTemplate({ params })).data).toEqual({ ...changed, uses: 2 });
  await person.client.deleteTemplate({ params });
  await person.client.deleteTemplate({ params: { id: early.id } });
  expect((await person.client.listTemplates({})).data).toEqual([]);
});

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(TEMPLATE_LIMITS.nameLength + 1) }],
  ['name', { name: 'Hai\ndòng' }],
  ['folder', { folder: 'x'.repeat(TEMPLATE_LIMITS.folderLength + 1) }],
  ['subject', { subject: 'x'.repeat(LIMITS.subjectLength + 1) }],
  ['html', { html: 'x'.repeat(TEMPLATE_LIMITS.textLength + 1) }],
  ['html', { html: '&'.repeat(TEMPLATE_LIMITS.textLength / 2) }],
  ['to.0.email', { to: [{ name: '', email: 'không phải địa chỉ' }] }],
  ['cc', { cc: Array.from({ length: 101 }, () => HA) }],
])('TE-2 a template is refused by its %s', async (field, body) => {
  await expect(add(body)).rejects.toMatchObject({
    status: 400,
    code: 'invalid_input',
    details: { fields: [expect.objectContaining({ field })] },
  });
});

const fieldsTo = (most: number) => Array.from({ length: most }, (_, at) => `{mục ${at}}`).join(' ');

test('TE-21 a template with too many different fields is refused; one that has them already is opened and renamed', async () => {
  const most = TEMPLATE_LIMITS.fields;
  const refused = (field: string) => ({
    status: 400,
    details: { fields: [{ field, problem: expect.any(String), rule: 'too_many', limit: most }] },
  });
  const { id } = await add({ subject: '{mục 1}', html: `<p>${fieldsTo(most)} {Mục 2}</p>` });
  await expect(add({ html: `<p>${fieldsTo(most + 1)}</p>` })).rejects.toMatchObject(refused('html'));
  const params = { id };
  const body = { subject: '{khác}' };
  await expect(person.client.updateTemplate({ params, body })).rejects.toMatchObject(refused('subject'));
  const old = `<p>${fieldsTo(5_000)}</p>`;
  await sql`update templates set html = ${old} where id = ${id}`.execute(server.context.db);
  const { data } = await person.client.updateTemplate({ params, body: { name: 'Cũ', html: old } });
  expect([data.name, data.html]).toEqual(['Cũ', old]);
  await person.client.deleteTemplate({ params });
});

test('TE-22 fields in the address of a link are fields of the template', async () => {
  const { id, html, fields } = await add({
    html: '<p><a href="https://x.example/?n={mã đơn}&amp;t={tên}">{tên}</a></p>',
  });
  expect(html).toContain('{');
  expect(fields).toEqual(['tên', 'mã đơn']);
  await person.client.deleteTemplate({ params: { id } });
});

test('TE-1 TE-2 two hundred templates are the most', async () => {
  const many = await newPerson(server);
  for (let number = 0; number < TEMPLATE_LIMITS.templates; number += 1)
    await add({ name: `Mẫu ${number}` }, many);
  await expect(add({}, many)).rejects.toMatchObject({
    status: 400,
    details: { fields: [{ field: 'name', rule: 'too_many', limit: TEMPLATE_LIMITS.templates }] },
  });
});

test('TE-3 scripts and images from elsewhere are removed, a line of a drive file keeps its id', async () => {
  const id = '0192f0a0-0000-7000-8000-000000000001';
  const card = `<p data-drive-file="${id}"><a href="https://saomai.example/s/x">Bảng giá.pdf</a></p>`;
  const { html } = await add({
    html: `${card}<p data-drive-file="x onload">a</p><p onclick="x()">b</p><script>x()</script><img src="https://x.example/a.png"><img src="data:image/png;base64,iVBORw0KGgo=">`,
  });
  expect(html).toBe(`${card}<p>a</p><p>b</p>`);
});

test('TE-5 a template of somebody else, and what is no id, is not found', async () => {
  const { id } = await add({}, other);
  for (const params of [{ id }, { id: 'x' }]) {
    const missing = { status: 404, code: 'template_not_found' };
    await expect(person.client.getTemplate({ params })).rejects.toMatchObject(missing);
    await expect(person.client.updateTemplate({ params, body: { name: 'x' } })).rejects.toMatchObject(
      missing,
    );
    await expect(person.client.deleteTemplate({ params })).rejects.toMatchObject(missing);
    await expect(person.client.countTemplateUse({ params })).rejects.toMatchObject(missing);
    await expect(person.client.exportTemplate({ params })).rejects.toMatchObject(missing);
  }
  expect((await other.client.getTemplate({ params: { id } })).data).toMatchObject({ name: 'Báo giá' });
});

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const idsIn = (html: string) => [...html.matchAll(/files\/([0-9a-f-]{36})\/download/g)].map(([, id]) => id);
const show = (id = '') => `<p>Ảnh</p><img src="/api/v2/files/${id}/download?inline=1" alt="" />`;
const isThere = (id = '') =>
  person.client.getFile({ params: { id } }).then(
    () => true,
    () => false,
  );

async function upload(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([PNG]), 'logo.png');
  return (await person.client.uploadFile({ form })).data[0]?.id ?? '';
}

/** Like the cleanup a day later. */
async function cleanUp() {
  server.clock.set(server.clock.now() + 25 * 3600 * 1000);
  await removeLooseFiles(server.context, new AbortController().signal);
}

test('TE-4 an image stays with its template, a draft made of it copies it, and it leaves with the template', async () => {
  const image = await upload();
  const { id, html } = await add({ html: show(image) });
  expect(idsIn(html)).toEqual([image]);
  await cleanUp();
  expect(await isThere(image)).toBe(true);

  const { data: draft } = await person.client.createDraft({ body: { action: 'new', body: html } });
  const [copy] = idsIn(draft.body ?? '');
  expect(copy).not.toBe(image);
  await person.client.deleteTemplate({ params: { id } });
  await cleanUp();
  expect([await isThere(image), await isThere(copy)]).toEqual([false, true]);
});

test('TE-4 templates and signatures share no image, so each keeps its own', async () => {
  const image = await upload();
  const one = await add({ html: show(image) });
  const two = await add({ html: show(image) });
  const { data: signature } = await person.client.createSignature({
    body: { name: 'Logo', html: show(image) },
  });
  const ids = [one, two, signature].flatMap(({ html }) => idsIn(html));
  expect(new Set(ids).size).toBe(3);
  await person.client.deleteTemplate({ params: { id: one.id } });
  await person.client.updateTemplate({ params: { id: two.id }, body: { html: show(idsIn(two.html)[0]) } });
  await cleanUp();
  expect(await Promise.all(ids.map(isThere))).toEqual([false, true, true]);
});

test('TE-4 for a day a removed template can be made again with its images', async () => {
  const image = await upload();
  const before = await add({ html: show(image) });
  await person.client.deleteTemplate({ params: { id: before.id } });
  const { html } = await add({ html: before.html });
  expect(idsIn(html)).toEqual([image]);
  await cleanUp();
  expect(await isThere(image)).toBe(true);
});

test('TE-4 an image of another mailbox, and one too many, is refused', async () => {
  const image = await upload();
  await expect(add({ html: show(image) }, other)).rejects.toMatchObject({
    details: { fields: [{ field: 'html', rule: 'missing' }] },
  });
  const most = TEMPLATE_LIMITS.images;
  await expect(add({ html: show(image).repeat(most + 1) })).rejects.toMatchObject({
    details: { fields: [{ field: 'html', rule: 'too_many', limit: most }] },
  });
});
