import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import type { SignedInClient } from '../../test-kit/signed-in-client.ts';
import { createSigningDomain } from '../../test-kit/signed-mail.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import type { SmtpTrap, TrappedMessage } from '../../test-kit/smtp-trap.ts';
import type { TestServer } from '../../test-kit/start-server.ts';
import { startWithTrap } from '../../test-kit/start-with-trap.ts';
import { SPF_FROM_HERE } from '../../test-kit/txt-records.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';

const DOMAIN = 'saomai.example';
const PUBLIC_URL = 'https://thu.saomai.example';
const OUTSIDE = ['ngoai@nha.example', 'xa@nha.example', 'xa+the@xa.example'];
const bank = createSigningDomain('bank.example');
const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const records: Record<string, string[]> = {
  'bank.example': [SPF_FROM_HERE],
  '_dmarc.bank.example': ['v=DMARC1; p=reject'],
  'tu.example': [SPF_FROM_HERE],
  [bank.keyName]: bank.keyRecord,
  [`s1._domainkey.${DOMAIN}`]: ['v=DKIM1; k=rsa; p=', publicKey.toString('base64')],
};
const resolver = async (name: string, type: string) => {
  const found = type === 'TXT' ? records[name] : undefined;
  if (found === undefined) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
  return [found];
};

let server: TestServer;
let trap: SmtpTrap;
let close: () => Promise<void>;
let owner: SignedInClient;
let an: NewPerson;
let group: string;
let counter = 0;

beforeAll(async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'bocau-dkim-')), 'key.pem');
  await writeFile(file, privateKey);
  const env = { DKIM_SELECTOR: 's1', DKIM_KEY: file, PUBLIC_URL };
  ({ server, trap, close } = await startWithTrap({ resolver, env }));
  owner = await server.signIn(lanAnh.email);
  an = await newPerson(server);
});
afterAll(() => close());
beforeEach(async () => {
  trap.messages.length = 0;
  group = await makeGroup([an.email, ...OUTSIDE]);
});

async function makeGroup(emails: string[]): Promise<string> {
  counter += 1;
  const body = { local: `sales${counter}`, name: 'Nhóm', writers: 'anyone' as const, named: [] };
  const { data } = await owner.addGroup({ params: { domain: DOMAIN }, body });
  await owner.addGroupMembers({ params: { domain: DOMAIN, group: data.email }, body: { emails } });
  return data.email;
}

function mailFrom(from: string, more: string[] = []): Buffer {
  counter += 1;
  const fields = [
    `From: ${from}`,
    `Subject: Thư ${counter}`,
    `Message-ID: <${counter}@bank.example>`,
    ...more,
  ];
  return Buffer.from([...fields, '', 'Chào cả nhóm', ''].join('\r\n'));
}

async function bring(raw: Buffer, from: string): Promise<TrappedMessage[]> {
  const client = await connectMail({
    host: '127.0.0.1',
    port: server.running.smtpPort as number,
    protocol: 'smtp',
  });
  const { message } = await client.send({ from, to: [group], raw });
  client.end();
  expect(message[0]?.code).toBe(250);
  await runJobsUntilIdle(server.context);
  return trap.messages;
}

const headerOf = ({ raw }: TrappedMessage) => raw.toString().split('\r\n\r\n')[0] ?? '';
const fromOf = (message: TrappedMessage) => headerOf(message).match(/^From:.*(?:\r\n .*)*/gim);
async function signaturesOf({ raw }: TrappedMessage): Promise<string[]> {
  const { results } = await dkimVerify(raw, { resolver: resolver as never });
  return results.map(({ signingDomain, status }) => `${signingDomain} ${status.result}`).sort();
}
const membersOf = async () =>
  (await owner.listGroupMembers({ params: { domain: DOMAIN, group }, query: {} })).data.map(
    ({ email }) => email,
  );

describe('From of what leaves', () => {
  test('GO-1 stays under a signature that still holds', async () => {
    const raw = await bank.sign(mailFrom('Lan <lan@bank.example>'), new Date(server.clock.now()));
    const [sent] = (await bring(raw, 'lan@bank.example')) as [TrappedMessage];
    expect(fromOf(sent)).toEqual(['From: Lan <lan@bank.example>']);
    expect(await signaturesOf(sent)).toEqual(['bank.example pass', `${DOMAIN} pass`]);
    expect(headerOf(sent)).toMatch(/^ARC-Seal: i=1;/m);
  });

  test('GO-2 is the group where the author has a policy and no signature; answers go to the author', async () => {
    const raw = mailFrom('=?utf-8?B?TmfDom4=?= <lan@bank.example>', [
      'List-Unsubscribe: <https://khac.example/x>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    ]);
    const [sent] = (await bring(raw, 'lan@bank.example')) as [TrappedMessage];
    expect(fromOf(sent)).toHaveLength(1);
    expect(fromOf(sent)?.[0]).toContain(`\r\n <${group}>`);
    expect(headerOf(sent)).toMatch(/^Reply-To: .*\r\n <lan@bank\.example>$/m);
    expect(headerOf(sent)).toMatch(/^X-Original-From: .*\r\n <lan@bank\.example>$/m);
    expect(headerOf(sent)).not.toContain('khac.example');
    expect(await signaturesOf(sent)).toEqual([`${DOMAIN} pass`]);
    expect(headerOf(sent)).toMatch(/^ARC-Authentication-Results: i=1;.*\r\n?.*/m);
    expect(headerOf(sent)).toMatch(/^ARC-Seal: i=1;/m);
  });

  test('GO-1 stays where its domain asks for nothing, and of whoever writes here', async () => {
    const [free] = (await bring(mailFrom('ai@tu.example'), 'ai@tu.example')) as [TrappedMessage];
    expect(fromOf(free)).toEqual(['From: ai@tu.example']);
    trap.messages.length = 0;
    const draft = await writeDraft(an, [group], { subject: 'Của An' });
    await an.client.sendMail({ body: { msg_id: draft.id } });
    await runJobsUntilIdle(server.context);
    const [own] = trap.messages as [TrappedMessage];
    expect(fromOf(own)?.[0]).toContain(an.email);
    expect(await signaturesOf(own)).toEqual([`${DOMAIN} pass`]);
  });
});

describe('one-click unsubscription', () => {
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  const PRESS = 'List-Unsubscribe=One-Click';

  async function linksOf(): Promise<Map<string, string>> {
    await bring(mailFrom('ai@tu.example'), 'ai@tu.example');
    return new Map(
      trap.messages.map((message) => {
        const link =
          /^List-Unsubscribe: <(https:[^>]+)>,\r\n <mailto:[^>]+>$/m.exec(headerOf(message))?.[1] ?? '';
        return [message.to.join(), link.slice(PUBLIC_URL.length)];
      }),
    );
  }

  test('GO-4 each member elsewhere has a link of their own under our signature, of one stored source', async () => {
    const links = await linksOf();
    expect([...links.keys()].sort()).toEqual([...OUTSIDE].sort());
    expect(new Set(links.values()).size).toBe(OUTSIDE.length);
    for (const message of trap.messages) {
      expect(headerOf(message)).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
      const signature =
        /^DKIM-Signature:(.*(?:\r\n\s.*)*)/m.exec(headerOf(message))?.[1]?.replace(/\s/g, '') ?? '';
      expect(signature.toLowerCase()).toMatch(/h=[^;]*\blist-unsubscribe-post:list-unsubscribe\b/);
      expect(await signaturesOf(message)).toEqual([`${DOMAIN} pass`]);
      expect(headerOf(message).match(/^List-Unsubscribe:/gim)).toHaveLength(1);
    }
    const bodies = trap.messages.map(({ raw }) => raw.toString().replace(/^[\s\S]*?\r\n(?=ARC-Seal)/, ''));
    expect(new Set(bodies).size).toBe(1);
  });

  async function call(path: string, init: RequestInit = {}) {
    const answer = await fetch(`${server.baseUrl}${path}`, init);
    return { code: answer.status, headers: answer.headers, body: await answer.text() };
  }
  const press = (path: string, body = PRESS, headers: Record<string, string> = FORM) =>
    call(path, { method: 'POST', body, headers });

  test('GO-5 opening the link asks, in both languages; a press acts without a session, also twice', async () => {
    const link = (await linksOf()).get(OUTSIDE[2] as string) as string;
    for (const [language, words] of [
      ['vi', 'Rời nhóm'],
      ['en', 'Leave group'],
    ]) {
      const page = await call(link, { headers: { 'accept-language': language as string } });
      expect([page.code, page.body]).toEqual([200, expect.stringContaining(words as string)]);
      expect(page.body).toContain(group);
      expect(page.headers.get('cache-control')).toBe('no-store');
    }
    const other = await press(link, 'x=1');
    expect(other.code).toBe(200);
    expect(await membersOf()).toContain(OUTSIDE[2]);
    for (let i = 0; i < 2; i++) {
      const pressed = await press(link);
      expect([pressed.code, pressed.headers.get('set-cookie')]).toEqual([200, null]);
      expect(await membersOf()).toEqual(expect.not.arrayContaining([OUTSIDE[2]]));
    }
    expect(await membersOf()).toContain(OUTSIDE[0]);
  });

  test('GO-5 acts on the other form of the press too, and on nothing that was guessed', async () => {
    const link = (await linksOf()).get(OUTSIDE[0] as string) as string;
    const guesses = [
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      link.replace(/m=[^.]+/, 'm=zzz'),
      link.replace(/\.[\w-]+\./, `.${Buffer.from(OUTSIDE[1] as string).toString('base64url')}.`),
      '/leave-group?m=x',
      '/leave-group',
    ];
    for (const url of guesses) {
      const answer = await press(url);
      expect(answer.code).toBe(404);
    }
    expect((await membersOf()).length).toBe(4);
    const payload =
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    await press(link, payload, headers);
    expect(await membersOf()).not.toContain(OUTSIDE[0]);
  });

  test('GO-5 is limited by address', async () => {
    const calls = Array.from({ length: 130 }, () => call('/leave-group?m=x'));
    const codes = (await Promise.all(calls)).map(({ code }) => code);
    expect(codes).toContain(429);
  });
});
