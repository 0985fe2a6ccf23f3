import { PROFILE_LINK_SECONDS, PROFILE_PAGE } from '@bocau/contract/app-passwords.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../../admin/set-user.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import type { Logger } from '../../../platform/logger.ts';
import { connectImap } from '../../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { openByToken, sealByToken } from './seal-by-token.ts';

const SERVICES = 'smtps://mail.saomai.example:465,imaps://imap.saomai.example:993';
const PROFILE = 'application/x-apple-aspen-config';

let server: TestServer;
let an: NewPerson;
const logged: string[] = [];

beforeAll(async () => {
  const keep = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  server = await startTestServer({
    log,
    env: { ROLES: 'http,imap', MAIL_SERVICES: SERVICES, TRUSTED_PROXIES: '1' },
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

async function makePassword({ client }: NewPerson = an) {
  const { data } = await client.createAppPassword({ body: { name: 'iPhone', scopes: ['smtp', 'imap'] } });
  return { id: data.app_password.id, password: data.password };
}

async function makeLink(made: { id: string; password: string }, { client }: NewPerson = an) {
  const { id, password } = made;
  const { data } = await client.createProfileLink({ params: { id }, body: { password } });
  return { token: data.path.replace(`${PROFILE_PAGE}#`, ''), ...data };
}

type Asking = { query?: string; headers?: Record<string, string> };

/** The form of the page, sent by its own button. */
function press(token: string, { query = '', headers = {} }: Asking = {}): Promise<Response> {
  return fetch(`${server.baseUrl}${PROFILE_PAGE}${query}`, {
    method: 'POST',
    headers: { 'accept-language': 'vi', ...headers },
    body: new URLSearchParams({ link: token }),
  });
}

async function expectGone(token: string): Promise<void> {
  const answer = await press(token);
  expect(answer.status).toBe(410);
  expect(await answer.text()).toContain('Mã này không còn dùng được');
}

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: ApiError) => error.code,
  );

describe('the link of an Apple profile', () => {
  test('SI-1 brings a profile with address and app password once, by which the device signs in', async () => {
    const made = await makePassword();
    const { token, path, expires_at } = await makeLink(made);
    expect(path).toMatch(/^\/mail\/profile#[\w-]{43}$/);
    expect(expires_at).toBe(Math.floor(server.clock.now() / 1000) + PROFILE_LINK_SECONDS);
    const answer = await press(token);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': PROFILE,
      'content-disposition': 'attachment; filename="bocau.mobileconfig"',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    const profile = await answer.text();
    expect(profile).toContain(`<key>EmailAddress</key>\n<string>${an.email}</string>`);
    expect(profile).toContain('<string>imap.saomai.example</string>');
    expect(profile).toMatch(/<key>EmailAccountName<\/key>\n<string>Người thứ \d+<\/string>/);
    const password = /<key>IncomingPassword<\/key>\n<string>([a-z2-7]{24})<\/string>/.exec(profile)?.[1];
    expect(password).toBe(made.password.replaceAll(' ', ''));
    await expectGone(token);

    const device = await connectImap({ port: server.running.imapPort as number });
    expect((await device.command(`LOGIN "${an.email}" "${password}"`)).result).toMatch(/^OK/);
    device.end();
    const { data } = await an.client.listAppPasswords({});
    expect(data[0]?.last_used_at).not.toBeNull();
  });

  test('of two at once one is answered', async () => {
    const { token } = await makeLink(await makePassword());
    const answers = await Promise.all([press(token), press(token), press(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });

  test('is not used up by whoever looks at its page, by GET or HEAD, in either language', async () => {
    const { token } = await makeLink(await makePassword());
    const look = (method: string, query = '') =>
      fetch(`${server.baseUrl}${PROFILE_PAGE}${query}`, { method, headers: { 'accept-language': 'vi' } });
    const page = await look('GET');
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    });
    expect(await page.text()).toContain('Tải cấu hình');
    const english = await (await look('GET', '?lang=en')).text();
    expect(english).toContain('Download profile');
    expect(english).toContain('action="/mail/profile?lang=en"');
    expect((await look('HEAD')).status).toBe(200);
    expect((await press(token)).status).toBe(200);
    const gone = await press(token, { query: '?lang=en' });
    expect(await gone.text()).toContain('This code no longer works');
  });

  test('ends after ten minutes', async () => {
    const { token } = await makeLink(await makePassword());
    server.clock.pass(PROFILE_LINK_SECONDS * 1000);
    await expectGone(token);
  });

  test('ends with its app password, and with a newer link for it', async () => {
    const made = await makePassword();
    const first = await makeLink(made);
    const second = await makeLink(made);
    await expectGone(first.token);
    await an.client.revokeAppPassword({ params: { id: made.id } });
    await expectGone(second.token);
  });

  test('ends when its person signs out where it was made, and not elsewhere', async () => {
    const elsewhere = await signedInClient(server.baseUrl, { email: an.email, password: lanAnh.password });
    const made = await makePassword();
    const stays = await makeLink(made);
    await elsewhere.logout({});
    expect((await press(stays.token)).status).toBe(200);
    const ends = await makeLink(made);
    await an.client.logout({});
    await expectGone(ends.token);
  });

  test('ends with a suspension', async () => {
    const { token } = await makeLink(await makePassword());
    const out = { write: () => true };
    await setUser.run({ context: server.context, args: [an.email, 'active=0'], out } as never);
    await expectGone(token);
  });

  test('AU-7 is made by whoever has the password, for their own app password alone', async () => {
    const binh = await newPerson(server);
    const [mine, other] = [await makePassword(), await makePassword()];
    const theirs = await makePassword(binh);
    const make = (id: string, password: string) =>
      codeOf(an.client.createProfileLink({ params: { id }, body: { password } }));
    expect(await make(theirs.id, theirs.password)).toBe('not_found');
    expect(await make('khong-co', mine.password)).toBe('not_found');
    for (const wrong of [other.password, theirs.password, lanAnh.password, 'x']) {
      expect(await make(mine.id, wrong)).toBe('password_incorrect');
    }
    expect(await make(mine.id, mine.password.replaceAll(' ', ''))).toBe('ok');
  });

  test('is in no log and no row, and a row opens nothing by itself or for another', async () => {
    const made = await makePassword();
    const { token } = await makeLink(made);
    const { rows } = await sql<{ row: string }>`
      select t::text || encode(sealed, 'escape') as row from profile_links t`.execute(server.context.db);
    const plain = made.password.replaceAll(' ', '');
    for (const { row } of rows) expect(row.includes(plain) || row.includes(token)).toBe(false);
    await press(token);
    for (const secret of [token, plain, made.password]) expect(logged.join('\n')).not.toContain(secret);
    const about = { mailboxId: 7, appPasswordId: made.id };
    const sealed = sealByToken(token, plain, about);
    expect(openByToken(token, sealed, about)).toBe(plain);
    expect(() => openByToken(`${token}x`, sealed, about)).toThrow();
    expect(() => openByToken(token, sealed, { ...about, mailboxId: 8 })).toThrow();
  });

  test('is refused to forms of other sites, to too many tries, and for what no token can be', async () => {
    const { token } = await makeLink(await makePassword());
    const foreign = await press(token, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(foreign.status).toBe(403);
    const from = { 'x-forwarded-for': '192.0.2.77' };
    for (const wrong of ['', '\0', 'x'.repeat(400), '💥']) {
      expect((await press(wrong, { headers: from })).status).toBe(410);
    }
    expect((await press('x'.repeat(2_000), { headers: from })).status).toBe(413);
    const tries = await Promise.all(Array.from({ length: 60 }, () => press('sai', { headers: from })));
    expect(tries.some(({ status }) => status === 429)).toBe(true);
    const waits = await press(token, { headers: from });
    expect(waits.status).toBe(429);
    expect(waits.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await waits.text()).toContain('Mã của bạn vẫn còn');
    expect((await press(token)).status).toBe(200);
  });
});

test('an app password that opens no server of incoming mail has no profile', async () => {
  const { data } = await an.client.createAppPassword({ body: { name: 'Máy quét', scopes: ['smtp'] } });
  const made = { id: data.app_password.id, password: data.password };
  await expect(makeLink(made)).rejects.toMatchObject({ code: 'not_found' });
});
