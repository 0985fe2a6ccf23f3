import { TEMPLATE_VERSIONS } from '@bocau/contract/domain-templates.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { removeOldRows } from '../cleaning/remove-old-rows.ts';

let server: TestServer;
let owner: SignedInClient;
let keeper: NewPerson;
let colleague: NewPerson;
let stranger: NewPerson;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn(lanAnh.email);
  [keeper, colleague] = [await newPerson(server), await newPerson(server)];
  stranger = await newPerson(server, { domain: 'bienxanh.example', kind: 'owner' });
  await owner.nameTemplateKeepers({ body: { emails: [keeper.email] } });
});
afterAll(() => server.close());

const add = (by: SignedInClient, name = 'Nghỉ lễ', html = '<p>Chào {tên}</p>') =>
  by.createDomainTemplate({ body: { name, html } }).then(({ data }) => data);
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

test('TE-8 TE-10 who may what: owner, keeper, colleague, owner of another domain', async () => {
  const { id } = await add(owner);
  const params = { id };
  const version = { id, version: '1' };
  const codesOf = async (client: SignedInClient) => ({
    read: await codeOf(client.getDomainTemplate({ params })),
    make: await codeOf(add(client)),
    change: await codeOf(client.updateDomainTemplate({ params, body: { name: 'Nghỉ Tết' } })),
    versions: await codeOf(client.listTemplateVersions({ params })),
    version: await codeOf(client.getTemplateVersion({ params: version })),
    back: await codeOf(client.putBackTemplateVersion({ params: version })),
    delete: await codeOf(client.deleteDomainTemplate({ params })),
    restore: await codeOf(client.restoreDomainTemplate({ params })),
  });
  const all = (code: string) => ({
    ...{ read: code, make: code, change: code, versions: code, version: code },
    ...{ back: code, delete: code, restore: code },
  });
  expect(await codesOf(owner)).toEqual(all('ok'));
  expect(await codesOf(keeper.client)).toEqual(all('ok'));
  expect(await codesOf(colleague.client)).toEqual({ ...all('forbidden'), read: 'ok' });
  expect(await codesOf(stranger.client)).toEqual({ ...all('template_not_found'), make: 'ok' });
  const metaOf = async (client: SignedInClient) => (await client.listDomainTemplates({})).meta;
  expect(await metaOf(owner)).toEqual({ may_change: true, may_name_keepers: true });
  expect(await metaOf(keeper.client)).toEqual({ may_change: true, may_name_keepers: false });
  expect(await metaOf(colleague.client)).toEqual({ may_change: false, may_name_keepers: false });
  const { data: theirs } = await stranger.client.listDomainTemplates({});
  expect(theirs.map((one) => one.id)).not.toContain(id);
});

test('TE-8 a template of the domain is sanitised, without images from elsewhere and files of a drive', async () => {
  const file = '0192f0a0-0000-7000-8000-000000000001';
  const { html } = await add(
    owner,
    'Sạch',
    `<p data-drive-file="${file}"><a href="https://saomai.example/s/x">Giá</a></p><img src="https://x.example/a.png"><img src="data:image/png;base64,iVBORw0KGgo="><img src="/api/v2/domain-templates/images/../keepers"><script>x()</script>`,
  );
  expect(html).toBe('<p><a href="https://saomai.example/s/x">Giá</a></p>');
});

test('TE-9 owners alone name keepers, people of the domain, and it is written down', async () => {
  const name = (by: SignedInClient, ...emails: string[]) => by.nameTemplateKeepers({ body: { emails } });
  expect(await codeOf(name(keeper.client, colleague.email))).toBe('forbidden');
  await expect(name(owner, keeper.email, stranger.email)).rejects.toMatchObject({
    status: 400,
    details: { fields: [{ field: 'emails' }] },
  });
  const { data } = await name(owner, keeper.email.toUpperCase(), colleague.email, colleague.email);
  expect(data.map(({ email }) => email).toSorted()).toEqual([colleague.email, keeper.email].toSorted());
  expect(await codeOf(add(colleague.client, 'Của đồng nghiệp'))).toBe('ok');
  await name(owner, keeper.email);
  expect(await codeOf(add(colleague.client))).toBe('forbidden');
  expect((await colleague.client.listTemplateKeepers({})).data).toMatchObject([{ email: keeper.email }]);
  const rows = await server.context.db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('act', '=', 'template_keepers_changed')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  expect(rows[0]?.after).toBe(keeper.email);
});

test('TE-10 a changed template keeps its last versions, and one is put back as a new one', async () => {
  const { id } = await add(owner, 'Bản 1');
  const params = { id };
  for (let number = 2; number <= TEMPLATE_VERSIONS + 2; number += 1) {
    await keeper.client.updateDomainTemplate({ params, body: { name: `Bản ${number}` } });
  }
  const { data: versions } = await owner.listTemplateVersions({ params });
  expect(versions).toHaveLength(TEMPLATE_VERSIONS);
  expect(versions[0]).toMatchObject({ version: 22, name: 'Bản 22', updated_by: keeper.email });
  expect(versions.at(-1)).toMatchObject({ version: 3 });
  expect(await codeOf(owner.getTemplateVersion({ params: { id, version: '2' } }))).toBe('template_not_found');
  const old = { id, version: '3' };
  expect((await owner.getTemplateVersion({ params: old })).data).toMatchObject({ name: 'Bản 3' });
  const { data: back } = await owner.putBackTemplateVersion({ params: old });
  expect(back).toMatchObject({ name: 'Bản 3', version: 23, updated_by: lanAnh.email });
  expect((await owner.getDomainTemplate({ params })).data).toEqual(back);
});

test('TE-10 two changes at once are two versions', async () => {
  const { id } = await add(owner, 'Đua');
  const params = { id };
  await Promise.all([
    owner.updateDomainTemplate({ params, body: { subject: 'Một' } }),
    keeper.client.updateDomainTemplate({ params, body: { folder: 'Hai' } }),
  ]);
  const { data } = await owner.getDomainTemplate({ params });
  expect(data).toMatchObject({ subject: 'Một', folder: 'Hai', version: 3 });
});

test('TE-17 of two changes of one version the later is refused, and says who was first', async () => {
  const { data: made } = await owner.createDomainTemplate({
    body: { name: 'Cùng sửa', html: '<p>Chào</p>' },
  });
  const params = { id: made.id };
  const changed = (by: SignedInClient, subject: string, version = made.version) =>
    by.updateDomainTemplate({ params, body: { subject, version } });
  await changed(owner, 'Một');
  await expect(changed(keeper.client, 'Hai')).rejects.toMatchObject({
    ...{ status: 409, code: 'template_changed' },
    details: { version: 2, updated_by: lanAnh.email },
  });
  expect((await owner.getDomainTemplate({ params })).data).toMatchObject({ subject: 'Một', version: 2 });
  await changed(keeper.client, 'Hai', 2);
  expect((await owner.getDomainTemplate({ params })).data).toMatchObject({ subject: 'Hai', version: 3 });
  const both = await Promise.allSettled([changed(owner, 'Ba', 3), changed(keeper.client, 'Bốn', 3)]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('TE-10 a deleted template is gone for everybody, and can be restored for thirty days', async () => {
  const { id } = await add(owner, 'Xóa');
  const params = { id };
  await owner.deleteDomainTemplate({ params });
  expect(await codeOf(colleague.client.getDomainTemplate({ params }))).toBe('template_not_found');
  expect(await codeOf(owner.updateDomainTemplate({ params, body: { name: 'x' } }))).toBe(
    'template_not_found',
  );
  await owner.restoreDomainTemplate({ params });
  expect(await codeOf(colleague.client.getDomainTemplate({ params }))).toBe('ok');
  await owner.deleteDomainTemplate({ params });
  server.clock.set(server.clock.now() + 31 * 24 * 3600 * 1000);
  await removeOldRows(server.context, new AbortController().signal);
  const left = await server.context.db
    .selectFrom('domain_template_versions')
    .select('version')
    .where('template_id', '=', id)
    .execute();
  expect(left).toEqual([]);
});
