import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
});
afterAll(() => server.close());

const save = (body: {
  fullname: string;
  birth_date?: string | null;
  gender?: 'male' | 'female' | 'other' | null;
}) =>
  an.client.saveProfile({ body }).then(
    ({ data }) => data,
    (error: { code: string; details: { fields: { field: string }[] } }) =>
      `${error.code} ${error.details.fields[0]?.field}`,
  );

test('AC-3 AP-58 name, date of birth and gender are kept, the name composed and with single spaces', async () => {
  const saved = {
    email: an.email,
    fullname: 'Nguyễn Thị Ánh Nguyệt',
    birth_date: '1990-02-28',
    gender: 'female',
    phone: null,
  };
  const fullname = '  Nguyễn  Thị Ánh Nguyệt '.normalize('NFD');
  expect(await save({ fullname, birth_date: '1990-02-28', gender: 'female' })).toEqual(saved);
  expect((await an.client.getProfile({})).data).toEqual(saved);
  expect((await an.client.getUserInfo({})).data.fullname).toBe(saved.fullname);
  expect(await save({ fullname: 'Lê Ý' })).toMatchObject({ birth_date: null, gender: null });
});

test.each([
  ['', 'fullname'],
  ['A', 'fullname'],
  ['Ă'.repeat(51), 'fullname'],
  ['An <b>', 'fullname'],
  ['An 2', 'fullname'],
  ['An\u0000', 'fullname'],
])('AC-3 the name %j is refused', async (name, field) => {
  expect(await save({ fullname: name })).toBe(`invalid_input ${field}`);
});

test.each(['1899-12-31', '2023-02-29', '2999-01-01', '31/12/1990'])(
  'AC-3 the date of birth %s is refused',
  async (day) => {
    expect(await save({ fullname: 'Lê Văn An', birth_date: day })).toBe('invalid_input birth_date');
  },
);
