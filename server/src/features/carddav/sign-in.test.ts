import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { lanAnh } from '../../demo-world/people.ts';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { davClient } from '../../test-kit/dav-client.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../test-kit/turn-on-two-step.ts';
import { changeDomain } from '../people/change-domain.ts';

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { TRUSTED_PROXIES: '1' } });
  an = await cardDavPerson(server);
});
afterAll(() => server.close());

const ELSEWHERE = { 'x-forwarded-for': '203.0.113.9' };
const tried = async (name: string, password: string, headers: Record<string, string> = {}) =>
  davClient(server.baseUrl, { name, password }).call('PROPFIND', '/dav/', { depth: '0', headers });

describe('a program', () => {
  test('CD-5 that brings nothing, or what is wrong, is asked for a password', async () => {
    const without = await davClient(server.baseUrl, null).call('PROPFIND', an.book, { depth: '0' });
    const wrong = await tried(an.email, 'aaaa-aaaa-aaaa-aaaa-aaaa-aaaa');
    for (const { status, headers, text } of [without, wrong]) {
      expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="Bo Cau", charset="UTF-8"']);
      expect(text).toContain('<D:error');
    }
    for (const authorization of ['Bearer x', 'Basic', 'Basic !!!', `Basic ${btoa('no colon')}`]) {
      const odd = await davClient(server.baseUrl, null).call('GET', an.book, { headers: { authorization } });
      expect(odd.status).toBe(401);
    }
  });

  test('CD-5 signs in by an app password for contacts, by any address of the person, and is listed', async () => {
    expect((await tried(an.email, an.password, { 'user-agent': 'DAVx5/4.4 (2024/01/01)' })).status).toBe(207);
    expect((await tried(an.email.toUpperCase(), an.password)).status).toBe(207);
    const { data } = await an.client.listAppPasswords({});
    expect(data[0]).toMatchObject({ scopes: ['dav'], last_used_from: '127.0.0.1' });
    const events = (await an.client.listActivities({ query: {} })).data;
    expect(events).toContainEqual(
      expect.objectContaining({
        protocol: 'dav',
        method: 'app_password',
        device: expect.objectContaining({ browser: 'DAVx5' }),
      }),
    );
  });

  test('that asks a hundred times in ten seconds has signed in once', async () => {
    const binh = await cardDavPerson(server);
    await server.clock.advance(11_000);
    const times = async () => {
      const { data } = await binh.client.listActivities({ query: {} });
      return data.filter(({ protocol }) => protocol === 'dav').reduce((sum, line) => sum + line.times, 0);
    };
    const before = await times();
    await Promise.all(Array.from({ length: 50 }, () => tried(binh.email, binh.password)));
    for (let call = 0; call < 50; call += 1) await tried(binh.email, binh.password);
    expect((await times()) - before).toBe(1);
  });

  test('doesn’t sign in by an app password for something else', async () => {
    const binh = await newPerson(server);
    const { data } = await binh.client.createAppPassword({ body: { name: 'x', scopes: ['smtp'] } });
    expect((await tried(binh.email, data.password)).status).toBe(401);
  });

  test('is out as soon as its password is ended', async () => {
    const binh = await cardDavPerson(server);
    const { data } = await binh.client.listAppPasswords({});
    expect((await tried(binh.email, binh.password)).status).toBe(207);
    await binh.client.revokeAppPassword({ params: { id: data[0]?.id ?? '' } });
    await expect.poll(async () => (await tried(binh.email, binh.password)).status).toBe(401);
  });

  test('CD-5 signs in by the account’s password where that alone opens the web', async () => {
    const binh = await newPerson(server);
    expect((await tried(binh.email, lanAnh.password)).status).toBe(207);
    await turnOnTwoStep(server.context, binh.mailbox);
    await server.clock.advance(11_000);
    const refused = await tried(binh.email, lanAnh.password);
    expect([refused.status, refused.text]).toEqual([401, expect.stringContaining('app password')]);
  });

  test('CD-5 is out as soon as its domain requires two steps', async () => {
    const binh = await newPerson(server);
    const { db } = server.context;
    const domain = await db
      .selectFrom('domains')
      .select(['id', 'name'])
      .where('name', '=', binh.email.split('@')[1] ?? '')
      .executeTakeFirstOrThrow();
    const require = (require_two_step: boolean) =>
      changeDomain(server.context, domain, { switches: { require_two_step } }, commandLine());
    expect((await tried(binh.email, lanAnh.password)).status).toBe(207);
    await require(true);
    try {
      await expect.poll(async () => (await tried(binh.email, lanAnh.password)).status).toBe(401);
    } finally {
      await require(false);
    }
  });

  test('that guesses is slowed down as everywhere', async () => {
    const binh = await newPerson(server);
    const answers = [];
    for (let guess = 0; guess < 12; guess += 1)
      answers.push((await tried(binh.email, `wrong ${guess}`)).status);
    expect(answers.slice(0, 3)).toEqual([401, 401, 401]);
    expect(answers.at(-1)).toBe(429);
  });

  test('of a domain that is not verified reaches nothing', async () => {
    expect((await tried('nam.vo@bienxanh.example', lanAnh.password)).status).toBe(403);
  });
});

test('CD-5 a password isn’t taken over plain HTTP from elsewhere', async () => {
  const { status, headers } = await tried(an.email, an.password, ELSEWHERE);
  expect([status, headers['www-authenticate']]).toEqual([403, undefined]);
});

test('where the site is encrypted, programs sign in from everywhere', async () => {
  const encrypted = await startTestServer({
    env: { TRUSTED_PROXIES: '1', PUBLIC_URL: 'https://mail.saomai.example' },
  });
  try {
    const binh = await cardDavPerson(encrypted);
    const { status } = await binh.dav.call('PUT', `${binh.book}a.vcf`, {
      body: vcard('a', 'A'),
      headers: ELSEWHERE,
    });
    expect(status).toBe(201);
    const destination = `https://mail.saomai.example${binh.book}b.vcf`;
    expect((await binh.dav.call('MOVE', `${binh.book}a.vcf`, { headers: { destination } })).status).toBe(201);
  } finally {
    await encrypted.close();
  }
});

test.each([
  ['contacts alone', ['dav'] as const],
  ['mail and contacts', ['smtp', 'imap', 'dav'] as const],
])('the profile of an Apple device sets up %s', async (_what, scopes) => {
  const services = 'smtps://mail.saomai.example:465,imaps://mail.saomai.example:993';
  const env = { PUBLIC_URL: 'https://mail.saomai.example', MAIL_SERVICES: services };
  const encrypted = await startTestServer({ env });
  try {
    const { client, email } = await newPerson(encrypted);
    const { data } = await client.createAppPassword({ body: { name: 'iPhone', scopes: [...scopes] } });
    const { password, app_password } = data;
    const link = await client.createProfileLink({ params: { id: app_password.id }, body: { password } });
    const body = new URLSearchParams({ link: link.data.path.split('#')[1] ?? '' });
    const profile = await (await fetch(`${encrypted.baseUrl}/mail/profile`, { method: 'POST', body })).text();
    expect(profile).toContain('<string>com.apple.carddav.account</string>');
    expect(profile).toContain('<key>CardDAVHostName</key>\n<string>mail.saomai.example</string>');
    expect(profile).toContain(`<key>CardDAVUsername</key>\n<string>${email}</string>`);
    expect(profile).toMatch(/<key>CardDAVPassword<\/key>\n<string>[a-z2-7]{24}<\/string>/);
    expect(profile.includes('com.apple.mail.managed')).toBe(scopes.length > 1);
  } finally {
    await encrypted.close();
  }
});
