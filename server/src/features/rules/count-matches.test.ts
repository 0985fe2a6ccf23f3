import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
  const mails = [
    { from: 'a@cty.vn', subject: 'Hóa đơn tháng 11' },
    { from: 'b@cty.vn', subject: 'HÓA ĐƠN tháng 10'.normalize('NFD') },
    { from: 'c@khac.vn', subject: 'Họp', body: 'Gửi anh hóa đơn kèm theo' },
    { from: 'a@cty.vn', subject: 'Hóa đơn rác', folder: 'Junk' },
    { from: 'a@cty.vn', subject: 'Hóa đơn bỏ', folder: 'Trash' },
  ];
  for (const mail of mails) await fileMail(server.context, an.mailbox, mail);
});
afterAll(() => server.close());

async function count(...conditions: unknown[]) {
  const actions = [{ enable: true, type: 'setflag', value: 'Seen' }];
  const sieve_json = JSON.stringify({ match: 'all', conditions, actions });
  return (await an.client.countMatches({ body: { sieve_json } })).data;
}
const about = (type: string, value: unknown, comparator = 'contains', more = {}) => ({
  ...{ type, comparator, value, ...more },
});

test.each([
  ['of a sender', [about('from', 'a@cty.vn')], 1],
  ['of a whole domain', [about('from', '@cty.vn')], 2],
  ['with words in the subject', [about('subject', 'hóa đơn')], 2],
  ['with words in the body', [about('body', 'HÓA ĐƠN')], 1],
  ['without them', [about('subject', 'hóa đơn', '!contains')], 1],
  ['by several conditions', [about('from', '@cty.vn'), about('subject', '10')], 1],
  ['of a size', [about('size', 1, 'over', { unit: 'M' })], 0],
])('RU-4 messages that are here are counted %s', async (_, conditions, expected) => {
  expect(await count(...conditions)).toEqual({ count: expected, complete: true, everything: false });
});

test('a filter that leaves none of them out says so, and recipients are looked at', async () => {
  expect(await count(about('to', an.email))).toMatchObject({ count: expect.any(Number), complete: true });
  expect(await count(about('size', 900, 'under', { unit: 'M' }))).toEqual({
    ...{ count: 3, complete: true, everything: true },
  });
});

test('what is counted and read has an end, however much there is', async () => {
  const busy = await newPerson(server);
  const message = await fileMail(server.context, busy.mailbox, { from: 'a@cty.vn' });
  await sql`
    insert into messages select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid()))).*
    from messages m, generate_series(1, 1200) where mailbox_id = ${busy.mailbox} and id = ${message}`.execute(
    server.context.db,
  );
  const conditions = [about('from', 'a@cty.vn')];
  const actions = [{ enable: true, type: 'setflag', value: 'Seen' }];
  const sieve_json = JSON.stringify({ match: 'all', conditions, actions });
  const { data } = await busy.client.countMatches({ body: { sieve_json } });
  expect(data).toEqual({ count: 1000, complete: false, everything: true });
});

test('RU-3 what is no filter is refused, and names the field', async () => {
  const refusal = (body: { sieve_json: string }) => an.client.countMatches({ body }).catch((error) => error);
  const block = { type: 'auto_mark_spam', from: 'a@b.vn' };
  const answers = [await refusal({ sieve_json: '{' }), await refusal({ sieve_json: JSON.stringify(block) })];
  for (const { code, details } of answers) {
    expect(code).toBe('invalid_input');
    expect(details.fields[0].field).toMatch(/^sieve_json/);
  }
});
