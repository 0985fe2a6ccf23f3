import type { NewShare } from '@bocau/contract/shares.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const DOMAIN = 'saomai.example';
const PASSWORD = 'chim bồ câu bay';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('SH-4 the owner of a domain finds all its open links to outside with who made them, and nobody else does', async () => {
  const owner = await server.signIn(lanAnh.email);
  const [an, binh] = [await newPerson(server), await newPerson(server)];
  const elsewhere = await newPerson(server, { domain: 'bienxanh.example' });
  const list = (client = owner, query = {}) => client.listDomainLinks({ params: { domain: DOMAIN }, query });
  const mine = async () =>
    (await list()).data.filter(({ maker }) => maker === an.email || maker === binh.email);

  async function shareFrom(person: typeof an, name: string, given: Partial<NewShare>) {
    const { id } = (await person.client.createDriveFolder({ body: { name } })).data;
    const body = {
      ids: [id],
      permission: 'READ' as const,
      share_withs: ['khach@minhphat.example'],
      ...given,
    };
    return (await person.client.createShares({ body })).data[0]?.id as string;
  }
  const [open, other] = [
    await shareFrom(an, 'Báo giá', { password: PASSWORD }),
    await shareFrom(binh, 'Hợp đồng', { password: PASSWORD, permission: 'WRITE' }),
  ];
  await shareFrom(an, 'Nội bộ', { share_withs: [binh.email] });
  await shareFrom(an, 'Chưa gửi', { password: PASSWORD, pending: true });
  await shareFrom(elsewhere, 'Nơi khác', { password: PASSWORD });

  const found = await mine();
  expect(found.map(({ id }) => id)).toEqual([open, other]);
  expect(found[0]).toMatchObject({
    maker: an.email,
    names: ['Báo giá'],
    outside: 1,
    permission: 'READ',
    opens: 0,
  });
  const first = await list(owner, { limit: '1' });
  const rest = await list(owner, { cursor: first.meta.next_cursor as string });
  expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual((await list()).data.map(({ id }) => id));

  await an.client.revokeShare({ params: { id: open } });
  expect((await mine()).map(({ id }) => id)).toEqual([other]);
  await expect(list(an.client)).rejects.toMatchObject({ status: 403 });
  await expect(
    owner.listDomainLinks({ params: { domain: 'bienxanh.example' }, query: {} }),
  ).rejects.toMatchObject({ status: 404 });
});
