import { DELETED_TEMPLATE_DAYS, TEMPLATE_VERSIONS } from '@bocau/contract/domain-templates.ts';
import { SESSION_COOKIE } from '@bocau/contract/session.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { removeOldRows } from '../cleaning/remove-old-rows.ts';

let server: TestServer;
let owner: SignedInClient;
let member: NewPerson;
let stranger: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
  member = await newPerson(server);
  stranger = await newPerson(server, { domain: 'bienxanh.example', kind: 'owner' });
});
afterAll(() => server.close());

const START = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let counter = 0;
/** Of other bytes than any before. */
function png(size = 20): Buffer {
  counter += 1;
  const bytes = Buffer.alloc(size);
  START.copy(bytes);
  bytes.writeUInt32BE(counter, START.length);
  return bytes;
}

async function upload(by: SignedInClient, bytes = png(), name = 'logo.png'): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  return (await by.uploadFile({ form })).data[0]?.id ?? '';
}

const show = (...ids: string[]) =>
  `<p>Kính gửi</p>${ids.map((id) => `<img src="/api/v2/files/${id}/download?inline=1" />`).join('')}`;
const commonIdsIn = (html: string) =>
  [...html.matchAll(/"\/api\/v2\/domain-templates\/images\/([0-9a-f-]{36})"/g)].map(([, id = '']) => id);
const ownIdsIn = (html: string) =>
  [...html.matchAll(/"\/api\/v2\/files\/([0-9a-f-]{36})\/download\?inline=1"/g)].map(([, id = '']) => id);
const add = (html: string, by = owner) =>
  by.createDomainTemplate({ body: { name: 'Báo giá', html } }).then(({ data }) => data);
const change = (id: string, html: string) =>
  owner.updateDomainTemplate({ params: { id }, body: { html } }).then(({ data }) => data);
const refusedBy = (rule: string, limit?: number) => ({
  status: 400,
  details: { fields: [expect.objectContaining({ field: 'html', rule, ...(limit && { limit }) })] },
});

const get = (client: SignedInClient, id: string) =>
  fetch(`${server.baseUrl}/api/v2/domain-templates/images/${id}`, {
    headers: { cookie: `${SESSION_COOKIE}=${client.token}` },
  });
const isThere = async (id: string) => (await get(owner, id)).status === 200;
const orphaned = async () => {
  const rows = await server.context.db.selectFrom('orphaned_blobs').select('blob').execute();
  return rows.map(({ blob }) => blob.toString('hex'));
};
const blobOf = async (id: string) => {
  const { db } = server.context;
  const row = await db
    .selectFrom('domain_template_images')
    .select('blob')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.blob.toString('hex');
};

test('TE-16 an image of the writer becomes one of the domain, which its members alone can see', async () => {
  const bytes = png();
  const file = await upload(owner, bytes);
  const { id, html } = await add(show(file));
  const [image = ''] = commonIdsIn(html);
  expect(html).toBe(`<p>Kính gửi</p><img src="/api/v2/domain-templates/images/${image}" />`);
  expect((await member.client.getDomainTemplate({ params: { id } })).data.html).toBe(html);

  const shown = await get(member.client, image);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': expect.stringMatching(/^inline/),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, no-cache',
  });
  expect((await get(stranger.client, image)).status).toBe(404);
  expect((await get(owner, file)).status).toBe(404);
  expect((await get(owner, 'x')).status).toBe(404);
  expect((await fetch(shown.url)).status).toBe(401);
});

test('TE-16 images of this template stay in it, those of another and of somebody else are refused', async () => {
  const one = await add(show(await upload(owner)));
  const two = await add(show(await upload(owner)));
  const [image] = commonIdsIn(one.html);
  expect((await change(one.id, `<p>Sửa</p>${one.html}`)).html).toBe(`<p>Sửa</p>${one.html}`);
  await expect(change(two.id, one.html)).rejects.toMatchObject(refusedBy('missing'));
  await expect(add(one.html)).rejects.toMatchObject(refusedBy('missing'));
  await expect(add(show(await upload(member.client)))).rejects.toMatchObject(refusedBy('missing'));
  const text = new FormData();
  text.append('file', new Blob(['not an image']), 'logo.png');
  const [page] = (await owner.uploadFile({ form: text })).data;
  await expect(add(show(page?.id ?? ''))).rejects.toMatchObject(refusedBy('not_an_option'));
  expect(await isThere(image ?? '')).toBe(true);
  // Whoever may not change them stores nothing.
  await expect(add(show(await upload(member.client)), member.client)).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('TE-16 the same image is kept once, and leaves with the last version that shows it', async () => {
  const bytes = png();
  const { id, html } = await add(show(await upload(owner, bytes)));
  const [logo = ''] = commonIdsIn(html);
  const again = await change(id, show(await upload(owner, bytes), await upload(owner)));
  const [same, other = ''] = commonIdsIn(again.html);
  expect(same).toBe(logo);
  const blob = await blobOf(other);
  const old = await change(id, html);
  const params = { id, version: String(old.version - 1) };
  expect((await owner.putBackTemplateVersion({ params })).data.html).toBe(again.html);
  for (let version = 0; version < TEMPLATE_VERSIONS - 1; version += 1) await change(id, html);
  expect([await isThere(logo), await isThere(other)]).toEqual([true, true]);
  await change(id, html);
  expect([await isThere(logo), await isThere(other)]).toEqual([true, false]);
  expect(await orphaned()).toContain(blob);
});

test('TE-16 images of one template, and those of all of the domain, have a limit', async () => {
  const { client } = await newPerson(server, { domain: 'bienxanh.example', kind: 'owner' });
  const half = TEMPLATE_LIMITS.imageBytes / 2;
  const files = await Promise.all([1, 2].map(() => upload(client, png(half))));
  const small = await upload(client);
  await expect(add(show(...files, small), client)).rejects.toMatchObject(
    refusedBy('too_large', TEMPLATE_LIMITS.imageBytes),
  );
  const { id, html } = await add(show(...files), client);
  await expect(
    client.updateDomainTemplate({ params: { id }, body: { html: html + show(small) } }),
  ).rejects.toMatchObject(refusedBy('too_large', TEMPLATE_LIMITS.imageBytes));
  const most = TEMPLATE_LIMITS.images;
  await expect(add(show(...Array<string>(most + 1).fill(small)), client)).rejects.toMatchObject(
    refusedBy('too_many', most),
  );

  const limit = TEMPLATE_LIMITS.domainImageBytes;
  for (let bytes = 2 * half; bytes < limit; bytes += 2 * half) await add(show(...files), client);
  await expect(add(show(small), client)).rejects.toMatchObject(refusedBy('too_large', limit));
  expect((await add('<p>Không ảnh</p>', client)).html).toBe('<p>Không ảnh</p>');
  expect((await client.updateDomainTemplate({ params: { id }, body: { html } })).data.html).toBe(html);
});

test('TE-16 what is taken has its images as files of the mailbox, which the message owns and sends', async () => {
  const person = await newPerson(server);
  const { client, email } = person;
  const bytes = png();
  const { id, html } = await add(show(await upload(owner, bytes)));
  const params = { id };
  const { data: taken } = await client.takeDomainTemplate({ params });
  const [file = ''] = ownIdsIn(taken.html);
  expect(taken.html).toBe(show(file));
  expect((await client.takeDomainTemplate({ params })).data.html).not.toBe(taken.html);
  const body = { action: 'new' as const, to: [{ email }], subject: 'Báo giá', body: taken.html };
  const { data: draft } = await client.createDraft({ body });
  expect(ownIdsIn(draft.body ?? '')).toEqual([file]);
  await owner.deleteDomainTemplate({ params });
  await client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
  const [came] = await mailIn(person, 'INBOX');
  const [image] = came?.files ?? [];
  expect(image).toMatchObject({ inlineImage: true, name: 'image.png', size: bytes.length });
  expect(came?.body).toContain(`src="cid:${image?.content_id}"`);
  await expect(client.takeDomainTemplate({ params })).rejects.toMatchObject({ code: 'template_not_found' });
  await owner.restoreDomainTemplate({ params });
  await expect(stranger.client.takeDomainTemplate({ params })).rejects.toMatchObject({
    code: 'template_not_found',
  });
  // A copy of one's own keeps the files.
  const own = (await client.takeDomainTemplate({ params })).data.html;
  const { data: template } = await client.createTemplate({ body: { name: 'Của tôi', html: own } });
  expect(template.html).toBe(own);
  const dropped = await client.createTemplate({ body: { name: 'Của tôi', html } });
  expect(dropped.data.html).toBe('<p>Kính gửi</p>');
});

test('TE-16 a template without images is taken as it is, and one with images needs room in the mailbox', async () => {
  const { client, mailbox } = await newPerson(server);
  const plain = await add('<p>Không ảnh</p>');
  const { id } = await add(show(await upload(owner)));
  await server.context.db.updateTable('mailboxes').set({ quota_mb: 0 }).where('id', '=', mailbox).execute();
  expect((await client.takeDomainTemplate({ params: { id: plain.id } })).data.html).toBe(plain.html);
  await expect(client.takeDomainTemplate({ params: { id } })).rejects.toMatchObject({
    code: 'quota_exceeded',
  });
});

test('TE-16 two changes at once each keep their images', async () => {
  const { id } = await add('<p>Đua</p>');
  const texts = [show(await upload(owner)), show(await upload(owner))];
  const changed = await Promise.all(texts.map((html) => change(id, html)));
  const ids = changed.flatMap(({ html }) => commonIdsIn(html));
  expect(await Promise.all(ids.map(isThere))).toEqual([true, true]);
});

test('TE-16 images of a deleted template come back with it, and leave when it does', async () => {
  const { id, html } = await add(show(await upload(owner)));
  const [image = ''] = commonIdsIn(html);
  const blob = await blobOf(image);
  await owner.deleteDomainTemplate({ params: { id } });
  expect(await isThere(image)).toBe(false);
  await owner.restoreDomainTemplate({ params: { id } });
  expect(await isThere(image)).toBe(true);
  await owner.deleteDomainTemplate({ params: { id } });
  // Sessions end with it too.
  server.clock.set(server.clock.now() + (DELETED_TEMPLATE_DAYS + 1) * 24 * 3600 * 1000);
  await removeOldRows(server.context, new AbortController().signal);
  await expect(blobOf(image)).rejects.toThrow();
  expect(await orphaned()).toContain(blob);
});
