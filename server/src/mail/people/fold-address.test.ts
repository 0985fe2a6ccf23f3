import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { foldAddress } from './fold-address.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** As some keyboards write it: combining marks after their letters (NFD). */
const apart = (email: string) => email.normalize('NFD').toUpperCase();

test.each([
  [' Tuấn@SaoMai.example ', 'tuấn@saomai.example'],
  ['Tuấn@saomai.example'.normalize('NFD'), 'tuấn@saomai.example'],
  ['an@sao-mái.example', 'an@xn--sao-mi-tta.example'],
  ['Tuấn'.normalize('NFD'), 'tuấn'],
])('%j is compared as %j', (address, compared) => {
  expect(foldAddress(address)).toBe(compared);
});

test('AU-1 RC-6 SE-3 an address is one, whether its marks are written with their letters or behind them', async () => {
  const tuan = await newPerson(server, { local: 'tuấn.kế' });
  expect(tuan.email).not.toBe(apart(tuan.email).toLowerCase());
  const client = await signedInClient(server.baseUrl, {
    email: apart(tuan.email),
    password: lanAnh.password,
  });
  expect((await client.getUserInfo({})).data.email).toBe(tuan.email);

  const { data } = await client.createDraft({ body: { from: apart(tuan.email) } });
  expect(data.from.email).toBe(tuan.email);

  const missing = apart(tuan.email).replace('@', 'X@');
  const tagged = apart(tuan.email).replace('@', '+HOADON@');
  const anh = await server.signIn(lanAnh.email);
  const checked = await anh.checkAddresses({ body: { emails: [apart(tuan.email), tagged, missing] } });
  expect(checked.data).toMatchObject({
    [apart(tuan.email)]: { status: 'inside' },
    [tagged]: { status: 'inside' },
    [missing]: { status: 'missing', nearest: [{ email: tuan.email }] },
  });
});
