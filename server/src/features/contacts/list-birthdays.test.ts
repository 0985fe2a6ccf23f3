import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test("CL-142 the birthdays of one's own contacts are told, lunar ones as such, and nobody else's", async () => {
  const [{ client }, other] = [await newPerson(server), await newPerson(server)];
  const add = async (fields: object) => (await client.createContact({ body: { fields } })).data.id;
  const lan = await add({ full_name: 'Nguyễn Thị Lan', birthday: '1990-08-15' });
  const grandfather = await add({ full_name: 'Ông Bảy', birthday: '--03-12', lunar_birthday: true });
  await add({ full_name: 'Minh' });
  const gone = await add({ full_name: 'Cũ', birthday: '1980-01-01' });
  await client.trashContacts({ body: { ids: [gone] } });
  await other.client.createContact({ body: { fields: { full_name: 'Lạ', birthday: '1999-09-09' } } });
  expect((await client.listBirthdays({})).data).toEqual([
    { id: grandfather, name: 'Ông Bảy', birthday: '--03-12', lunar: true },
    { id: lan, name: 'Nguyễn Thị Lan', birthday: '1990-08-15', lunar: false },
  ]);
});
