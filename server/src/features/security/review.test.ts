import { REVIEW_DAYS, type Reviewed } from '@bocau/contract/admin-review.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf, writeDraft } from '../../test-kit/write-mail.ts';

const DAY_MS = 24 * 3600 * 1000;
const PASSWORD = 'chim bồ câu bay';

let server: TestServer;
let owner: NewPerson;
let stranger: NewPerson;
let person: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { SMTP_RELAY: 'smtp://127.0.0.1:1' } });
  for (const name of ['congty.example', 'khac.example'])
    await server.context.db.insertInto('domains').values({ name, verified: true, created_at: 0 }).execute();
  owner = await newPerson(server, { domain: 'congty.example', kind: 'owner' });
  stranger = await newPerson(server, { domain: 'khac.example', kind: 'owner' });
  person = await newPerson(server, { domain: 'congty.example' });
});
afterAll(() => server.close());

const review = (who = owner, query: { cursor?: string; limit?: string } = {}) =>
  who.client.reviewPerson({ params: { id: String(person.mailbox) }, query });

const ofKind = <Kind extends Reviewed['kind']>(found: Reviewed[], kind: Kind) =>
  found.filter((each): each is Extract<Reviewed, { kind: Kind }> => each.kind === kind);

async function send(to: string[]): Promise<void> {
  const draft = await writeDraft(person, to, { subject: 'Chuyện riêng' });
  await person.client.sendMail({ body: { msg_id: draft.id } });
  await runJobsUntilIdle(server.context);
}

test('AU-5 LH-1 after a break-in its owner reads what was done in an account, and nothing of its mail', async () => {
  const { client } = person;
  server.clock.pass(60_000);
  await client.createRule({
    body: {
      is_enable: true,
      name: 'Kín',
      sieve_json: JSON.stringify({
        match: 'all',
        conditions: [{ type: 'subject', comparator: 'contains', value: 'hóa đơn mật' }],
        actions: [{ enable: true, type: 'discard' }],
      }),
    },
  });
  server.clock.pass(60_000);
  await send(['mot@ngoai.example', 'hai@ngoai.example', 'ba@khach.example']);
  await send(['bon@ngoai.example']);
  server.clock.pass(3_600_000);
  await send([owner.email]);
  server.clock.pass(60_000);
  const folder = async (name: string) => (await client.createDriveFolder({ body: { name } })).data.id;
  const share = async (name: string, given: { password?: string; share_withs: string[] }) =>
    (await client.createShares({ body: { ids: [await folder(name)], permission: 'READ', ...given } })).data[0]
      ?.id as string;
  const link = await share('Báo giá', { share_withs: ['khach@minhphat.example'], password: PASSWORD });
  await share('Lương', { share_withs: [owner.email] });
  server.clock.pass(60_000);
  await refusalOf(client.login({ body: { email: person.email, password: 'sai' } }));
  const setting = { params: { id: String(person.mailbox) }, body: { fullname: 'Tên mới' } };
  await owner.client.changeAnyPerson(setting);

  const { data, meta } = await review();
  expect(meta).toEqual({ next_cursor: null, domain: 'congty.example' });
  expect(data.map(({ at }) => at)).toEqual(data.map(({ at }) => at).toSorted((one, other) => other - one));
  expect(ofKind(data, 'activity').map(({ activity }) => activity.outcome)).toEqual(['wrong_password', 'ok']);
  expect(ofKind(data, 'rule')).toEqual([
    expect.objectContaining({ type: 'filter', enabled: true, does: ['discard'], redirects_to: [] }),
  ]);
  expect(
    ofKind(data, 'sent').map(({ messages, recipients, domain_count: count, domains }) => ({
      messages,
      recipients,
      count,
      domains,
    })),
  ).toEqual([
    { messages: 1, recipients: 1, count: 1, domains: [{ domain: 'congty.example', recipients: 1 }] },
    {
      ...{ messages: 2, recipients: 4, count: 2 },
      domains: [
        { domain: 'ngoai.example', recipients: 3 },
        { domain: 'khach.example', recipients: 1 },
      ],
    },
  ]);
  const shares = ofKind(data, 'share').toSorted((one, other) => Number(other.outside) - Number(one.outside));
  expect(shares).toMatchObject([
    { names: ['Báo giá'], outside: true, people: 1, open_link: link },
    { names: [], outside: false, people: 1, open_link: null },
  ]);
  expect(ofKind(data, 'act')).toMatchObject([
    { act: 'fullname', actor: owner.email, after: 'Tên mới' },
    { act: 'created' },
  ]);
  const told = JSON.stringify(data);
  for (const secret of ['Chuyện riêng', 'hóa đơn', 'Kín', 'mot@', 'Lương', PASSWORD])
    expect(told).not.toContain(secret);

  await owner.client.proveIdentity({ body: { password: lanAnh.password } });
  await owner.client.endDomainLink({ params: { domain: meta.domain, id: link } });
  const after = ofKind((await review()).data, 'share');
  expect(after.map(({ open_link }) => open_link)).toEqual([null, null]);
});

test('AU-5 a review comes in pages that leave nothing out and say nothing twice', async () => {
  const all = (await review()).data.map(({ id }) => id);
  const found: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof review>> = await review(owner, {
      limit: '2',
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.data.map(({ id }) => id));
    cursor = page.meta.next_cursor;
  } while (cursor !== null);
  expect(found).toEqual(all);
  expect(new Set(found).size).toBe(found.length);
  expect((await refusalOf(review(owner, { cursor: 'x' }))).code).toBe('invalid_cursor');
});

test('AU-5 a look at an account is written down once an hour, for its person too, and only its owners and providers look', async () => {
  const looks = async () =>
    (await person.client.listOwnAuditLog({ query: {} })).data.filter(
      ({ act }) => act === 'activity_reviewed',
    );
  expect(await looks()).toMatchObject([{ actor: owner.email, person: person.email }]);
  server.clock.pass(3_601_000);
  await review();
  expect(await looks()).toHaveLength(2);
  expect((await refusalOf(review(stranger))).code).toBe('not_found');
  expect((await refusalOf(review(person))).code).toBe('forbidden');
  const { db } = server.context;
  await db.updateTable('mailboxes').set({ provider: true }).where('id', '=', person.mailbox).execute();
  expect((await refusalOf(review())).code).toBe('forbidden');
  await db.updateTable('mailboxes').set({ provider: false }).where('id', '=', person.mailbox).execute();
  expect(await looks()).toHaveLength(2);
});

test('CL-281 AU-5 a review has what calendars give away and follow, and a link is ended from it', async () => {
  const { client } = person;
  const make = async (name: string) =>
    (await client.createCalendar({ body: { name, color: '#0b8043' } })).data.id;
  const [secret, inside] = [await make('Dự án'), await make('Kín đáo')];
  const body = { permission: 'READ', expire_date: null } as const;
  const link = (await client.createCalendarLink({ params: { id: secret }, body })).data;
  const share = (permission: 'BUSY' | 'WRITE') =>
    client.setCalendarMembers({
      params: { id: inside },
      body: { members: [{ address: owner.email, permission }] },
    });
  await share('BUSY');
  server.clock.pass(60_000);
  await share('WRITE');
  const { db } = server.context;
  await db
    .insertInto('calendar_subscriptions')
    .values({
      ...{ mailbox_id: person.mailbox, calendar_id: newId(server.clock), url_sealed: Buffer.from('kín') },
      ...{ host: 'lich.example', created_at: Math.floor(server.clock.now() / 1000), next_at: 0 },
    })
    .execute();
  const found = async () => ofKind((await review()).data, 'calendar');
  const entries = await found();
  expect(entries).toHaveLength(3);
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ of: 'link', name: 'Dự án', permission: 'READ', open_link: link.id }),
      expect.objectContaining({ of: 'people', name: null, permission: 'WRITE', people: 1, open_link: null }),
      expect.objectContaining({ of: 'followed', name: null, host: 'lich.example', ended: false }),
    ]),
  );
  // A right that was raised counts from then on.
  expect(entries.find(({ of }) => of === 'people')?.at).toBeGreaterThan(link.created_at);
  expect(JSON.stringify(entries)).not.toMatch(/Kín|kín/);
  await owner.client.proveIdentity({ body: { password: lanAnh.password } });
  await owner.client.endDomainLink({ params: { domain: 'congty.example', id: link.id } });
  expect((await found()).find(({ of }) => of === 'link')).toMatchObject({ open_link: null, ended: true });
});

test('CL-281 a calendar that is made the company’s is in its owner’s review, and in the log, with its end', async () => {
  const { client } = owner;
  const { id } = (await client.createCalendar({ body: { name: 'Nghỉ lễ', color: '#0b8043' } })).data;
  const show = (shared: boolean) => client.shareCalendarWithCompany({ params: { id }, body: { shared } });
  await show(true);
  await show(true);
  const own = await client.reviewPerson({ params: { id: String(owner.mailbox) }, query: {} });
  expect(ofKind(own.data, 'calendar')).toMatchObject([
    { of: 'company', name: 'Nghỉ lễ', permission: 'READ' },
  ]);
  await show(false);
  const log = (await client.listAudit({ query: {} })).data.filter(({ act }) => act.startsWith('calendar'));
  const who = { actor: owner.email, after: 'Nghỉ lễ' };
  expect(log.toSorted((one, other) => one.act.localeCompare(other.act))).toMatchObject([
    { ...who, act: 'calendar_not_of_company' },
    { ...who, act: 'calendar_of_company' },
  ]);
  server.clock.pass(60_000);
});

test('AU-5 a review goes back for thirty days', async () => {
  const { mailbox } = person;
  server.clock.pass(REVIEW_DAYS * DAY_MS);
  const client = await signedInClient(server.baseUrl, { email: owner.email, password: lanAnh.password });
  expect((await client.reviewPerson({ params: { id: String(mailbox) }, query: {} })).data).toEqual([]);
});
