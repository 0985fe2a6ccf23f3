import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DnsRecord, DomainKeys } from '@bocau/contract/admin-domains.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLine } from '../../admin/command-line-actor.ts';
import { deleteDomain } from '../../admin/delete-domain.ts';
import { addKey, listKeys, removeKey, useKey } from '../../admin/domain-key.ts';
import { setDomain } from '../../admin/set-domain.ts';
import { addToken } from '../../admin/token.ts';
import { haPham, lanAnh, namVo } from '../../demo-world/people.ts';
import { lockWholeDomain } from '../../identity/administration/administered-domain.store.ts';
import { findSigningKey } from '../../identity/domain-keys/domain-keys.ts';
import { findRecipient } from '../../mail/incoming/find-recipient.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { DnsResolver } from '../../platform/smtp/judge-sender.ts';
import { signMessage } from '../../platform/smtp-out/sign-message.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { hashPassword } from '../session/passwords.ts';
import { addAlias } from './aliases.ts';
import { createDomain, createMailbox } from './create-people.ts';
import { deletePerson } from './delete-person.ts';
import { importPeople } from './import-people.ts';
import { purgePeople } from './purge-people.ts';

const zone: Record<string, unknown[] | 'silent'> = {};
const resolver: DnsResolver = async (name, type) => {
  const records = zone[`${type} ${name}`];
  if (records === 'silent') throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' });
  if (!records) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' });
  return records as never;
};

let server: TestServer;
let dir: string;
let token: string;
let publicKey: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-domains-'));
  const keys = generateKeyPairSync('ed25519');
  publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
  const file = join(dir, 'dkim.pem');
  await writeFile(file, keys.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  const env = { ROLES: 'http,mail', DKIM_SELECTOR: 's1', DKIM_KEY: file };
  server = await startTestServer({ resolver, env });
  const out = { write: (text: string) => (token = text.trim()) };
  const args = ['--name', 'kiểm tra', '--scope', 'domains:read,domains:write'];
  await addToken.run({ context: server.context, args, out, err: out } as never);
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(`${server.baseUrl}/api/admin/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  const { data, error } = (await answer.json()) as { data: unknown; error?: { code: string } };
  return { status: answer.status, data, code: error?.code };
}

test('AU-5 a provider adds a domain and sees all of them; an owner sees theirs', async () => {
  const added = await call('POST', 'domains', { new_name: ' Cty-Moi.example ' });
  expect(added.data).toMatchObject({ name: 'cty-moi.example', people: 0, verified: true });
  expect(await call('POST', 'domains', { new_name: 'cty-moi.example' })).toMatchObject({
    code: 'already_exists',
  });
  expect(await call('POST', 'domains', { new_name: 'không phải' })).toMatchObject({ code: 'invalid_input' });
  const names = async (query: string) =>
    ((await call('GET', `domains?${query}`)).data as { name: string }[]).map(({ name }) => name);
  expect(await names('')).toEqual(['bienxanh.example', 'cty-moi.example', 'saomai.example']);
  expect(await names('search=CTY')).toEqual(['cty-moi.example']);

  const owner = await server.signIn(lanAnh.email);
  const { data } = await owner.listDomains({ query: {} });
  expect(data).toMatchObject([{ name: 'saomai.example', people: 4 }]);
  const shown = await owner.showDomain({ params: { domain: 'saomai.example' } });
  expect(shown.data).toMatchObject({ owners: [lanAnh.email], used: 0, used_drive: 0 });
  const foreign = { params: { domain: 'cty-moi.example' } };
  await expect(owner.showDomain(foreign)).rejects.toMatchObject({ code: 'not_found' });
  await expect(owner.checkDomain(foreign)).rejects.toMatchObject({ code: 'not_found' });
  await expect(owner.addDomain({ body: { new_name: 'x.example' } })).rejects.toMatchObject({
    code: 'forbidden',
  });
});

test('AU-5 what a domain publishes is held against what it needs, record by record', async () => {
  const verdicts = async () =>
    Object.fromEntries(
      ((await call('GET', 'domains/saomai.example/dns')).data as DnsRecord[]).map(({ kind, verdict }) => [
        kind,
        verdict,
      ]),
    );
  expect(await verdicts()).toEqual({ mx: 'missing', spf: 'missing', dkim: 'missing', dmarc: 'missing' });
  Object.assign(zone, {
    'MX saomai.example': [{ exchange: 'mail.noi-khac.example', priority: 10 }],
    'TXT saomai.example': [['google-site-verification=x'], ['v=spf1 mx -all'], ['v=spf1 -all']],
    'TXT s1._domainkey.saomai.example': [['v=DKIM1; k=ed25519; p=', 'AAAA']],
    'TXT _dmarc.saomai.example': 'silent',
    'A mail.saomai.example': ['192.0.2.7'],
  });
  expect(await verdicts()).toEqual({
    mx: 'different',
    spf: 'different',
    dkim: 'different',
    dmarc: 'unknown',
    ptr: 'missing',
  });
  Object.assign(zone, {
    'MX saomai.example': [{ exchange: 'Mail.SaoMai.example', priority: 5 }],
    'TXT saomai.example': [['google-site-verification=x'], ['v=spf1 mx -all']],
    'TXT s1._domainkey.saomai.example': [['v=DKIM1; k=ed25519; p=', publicKey]],
    'TXT _dmarc.saomai.example': [['v=DMARC1; p=reject']],
    'PTR 7.2.0.192.in-addr.arpa': ['mail.saomai.example'],
  });
  expect(new Set(Object.values(await verdicts()))).toEqual(new Set(['right']));
});

test('AU-5 what programs find its servers by is among it, where mail programs are served', async () => {
  const serving = await startTestServer({
    resolver,
    env: { MAIL_SERVICES: 'smtp://mail.saomai.example:587,imap://a.example:143,imaps://b.example:993' },
  });
  Object.assign(zone, {
    'SRV _imaps._tcp.saomai.example': [{ name: 'B.example', port: 993, priority: 5, weight: 0 }],
    'SRV _submission._tcp.saomai.example': [{ name: 'b.example', port: 587, priority: 0, weight: 0 }],
  });
  const owner = await serving.signIn(lanAnh.email);
  const { data } = await owner.checkDomain({ params: { domain: 'saomai.example' } });
  expect(data.filter(({ kind }) => kind === 'srv')).toEqual([
    {
      ...{ kind: 'srv', type: 'SRV', name: '_submission._tcp.saomai.example' },
      ...{ expected: '0 1 587 mail.saomai.example.', found: ['0 0 587 b.example.'], verdict: 'different' },
    },
    {
      ...{ kind: 'srv', type: 'SRV', name: '_imaps._tcp.saomai.example' },
      ...{ expected: '0 1 993 b.example.', found: ['5 0 993 b.example.'], verdict: 'right' },
    },
  ]);
  await serving.close();
});

test.each([
  ['contacts', 'carddav'],
  ['calendars', 'caldav'],
])(
  'AU-5 where %s are served over TLS, what programs find them by is among it, and nothing without TLS',
  async (what, service) => {
    const serving = await startTestServer({ resolver, env: { PUBLIC_URL: 'https://thu.saomai.example' } });
    const owner = await serving.signIn(lanAnh.email);
    const found = async () => {
      const { data } = await owner.checkDomain({ params: { domain: 'saomai.example' } });
      return data.filter(({ kind }) => kind === what).map(({ kind: _, found: __, ...record }) => record);
    };
    const server = {
      type: 'SRV',
      name: `_${service}s._tcp.saomai.example`,
      expected: '0 1 443 thu.saomai.example.',
    };
    const path = { type: 'TXT', name: server.name, expected: 'path=/dav/' };
    const plain = { type: 'SRV', name: `_${service}._tcp.saomai.example`, expected: '0 0 0 .' };
    expect(await found()).toEqual([
      { ...server, verdict: 'missing' },
      { ...path, verdict: 'missing' },
    ]);
    const srv = (name: string, port: number) => [{ name, port, priority: 0, weight: port === 0 ? 0 : 1 }];
    Object.assign(zone, {
      [`SRV ${server.name}`]: srv('Thu.SaoMai.example', 443),
      [`TXT ${server.name}`]: [['path=', '/contacts/']],
      [`SRV ${plain.name}`]: srv('thu.saomai.example', 80),
    });
    expect(await found()).toEqual([
      { ...server, verdict: 'right' },
      { ...path, verdict: 'different' },
      { ...plain, verdict: 'different' },
    ]);
    Object.assign(zone, { [`TXT ${server.name}`]: [['path=/dav/']], [`SRV ${plain.name}`]: srv('', 0) });
    expect(await found()).toEqual([
      { ...server, verdict: 'right' },
      { ...path, verdict: 'right' },
    ]);
    await serving.close();
  },
);

test('AU-5 a domain signs by a key of its own, which is published before and rotated by a second selector', async () => {
  const { db, secrets, dkim } = server.context;
  const ran: string[] = [];
  const run = (command: typeof addKey, ...args: string[]) => runIn(server.context, command, ...args);
  const runIn = (context: TestServer['context'], command: typeof addKey, ...args: string[]) => {
    const out = { write: (text: string) => ran.push(text.trim()) };
    return command.run({ context, args: ['saomai.example', ...args], out } as never);
  };
  const signing = async () => (await findSigningKey({ db, secrets, dkim }, 'SaoMai.example'))?.selector;
  const published = async () =>
    ((await call('GET', 'domains/saomai.example/dns')).data as DnsRecord[])
      .filter(({ kind }) => kind === 'dkim')
      .map(({ name }) => name.split('.')[0]);
  await run(addKey);
  const [first = ''] = ran;
  expect(first).toMatch(/^bocau-20\d{6}$/);
  expect([await signing(), await published()]).toEqual(['s1', ['s1', first]]);
  await run(useKey, first);
  await run(addKey, '--selector', 'hai');
  expect([await signing(), await published()]).toEqual([first, [first, 'hai']]);
  await run(useKey, 'hai');
  await run(removeKey, first);
  expect([await signing(), await published()]).toEqual(['hai', ['hai']]);
  ran.length = 0;
  await run(listKeys);
  expect(ran).toEqual([expect.stringMatching(/^hai signs 20/)]);
  expect((await findSigningKey({ db, secrets, dkim }, 'bienxanh.example'))?.selector).toBe('s1');
  const key = await findSigningKey({ db, secrets, dkim }, 'saomai.example');
  const source = Readable.from([Buffer.from('From: a@saomai.example\r\nSubject: x\r\n\r\nx\r\n')]);
  const at = new Date(server.clock.now());
  expect(await signMessage(source, { key: key as never, domain: 'saomai.example', at })).toContain('s=hai;');
  await expect(run(useKey, first)).rejects.toMatchObject({ code: 'not_found' });
  // Mail would be sent unsigned.
  await expect(runIn({ ...server.context, dkim: null }, removeKey, 'hai')).rejects.toThrow('key-use another');
  ran.length = 0;
  await run(removeKey, 'hai');
  expect(await signing()).toBe('s1');
  await run(listKeys);
  expect(ran).toEqual([
    'Removed hai of saomai.example. What signs now: s1 (DKIM_KEY).',
    's1 (DKIM_KEY) signs',
  ]);
});

test('AU-5 an owner changes over to a key that others find, and leaves no mail without one', async () => {
  const owner = await server.signIn(lanAnh.email);
  const params = { domain: 'saomai.example' };
  const key = { params: { ...params, selector: 'ba' } };
  const seen = ({ data }: { data: DomainKeys }) =>
    data.keys.map(({ selector, signs, of_server }) => [selector, signs, of_server]);
  const ofServer = owner.addDomainKey({ params, body: { selector: 's1' } });
  await expect(ofServer).rejects.toMatchObject({ code: 'already_exists' });
  const added = await owner.addDomainKey({ params, body: { selector: 'ba' } });
  expect(seen(added)).toEqual([
    ['s1', true, true],
    ['ba', false, false],
  ]);
  expect(JSON.stringify(added.data)).not.toContain('PRIVATE');
  const unpublished = { code: 'invalid_input', message: expect.stringContaining('no record in DNS') };
  await expect(owner.signByDomainKey(key)).rejects.toMatchObject(unpublished);
  const { name = '', expected = '' } = added.data.keys[1]?.record ?? {};
  zone[`TXT ${name}`] = [[expected]];
  expect(seen(await owner.signByDomainKey(key))).toEqual([['ba', true, false]]);
  await expect(owner.removeDomainKey(key)).rejects.toMatchObject({ code: 'invalid_input' });
  // A key that SECRETS_KEY does not decrypt must not block anything.
  const { db } = server.context;
  const unread = { ...params, selector: 'bon' };
  await owner.addDomainKey({ params, body: { selector: 'bon' } });
  await db
    .updateTable('domain_keys')
    .set({ private_key: randomBytes(64) })
    .where('selector', '=', 'bon')
    .execute();
  const { keys } = (await owner.listDomainKeys({ params })).data;
  expect(keys.map(({ selector, record }) => [selector, record !== null])).toEqual([
    ['ba', true],
    ['bon', false],
  ]);
  expect((await owner.checkDomain({ params })).data.filter(({ kind }) => kind === 'dkim')).toHaveLength(1);
  await expect(owner.signByDomainKey({ params: unread })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(seen(await owner.removeDomainKey({ params: unread }))).toEqual([['ba', true, false]]);
  const foreign = { params: { domain: 'bienxanh.example' } };
  await expect(owner.listDomainKeys(foreign)).rejects.toMatchObject({ code: 'not_found' });
  const removed = await call('DELETE', 'domains/saomai.example/keys/ba');
  expect(removed.data).toMatchObject({ keys: [{ selector: 's1', of_server: true }], fallback: 's1' });
  const changes = await server.context.db
    .selectFrom('audit_log')
    .select(['actor', 'before', 'after'])
    .where('before', 'like', 'dkim_signs=%')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(changes).toEqual([
    { actor: 'kiểm tra', before: 'dkim_signs=ba', after: 'dkim_signs=s1 (DKIM_KEY)' },
    { actor: lanAnh.email, before: 'dkim_signs=s1 (DKIM_KEY)', after: 'dkim_signs=ba' },
  ]);
});

test('AU-5 mail to addresses that nobody has goes to whom the domain names, and to no domain else', async () => {
  const set = (value: string) =>
    setDomain.run({
      context: server.context,
      args: ['saomai.example', `catch_all=${value}`],
      out: { write: () => undefined },
    } as never);
  const { db } = server.context;
  expect(await findRecipient(db, 'khong.ai@saomai.example')).toHaveProperty('refuse.code', 550);
  await set(lanAnh.email);
  expect(await findRecipient(db, 'khong.ai+x@saomai.example')).toMatchObject({
    accept: { email: lanAnh.email },
  });
  expect(await findRecipient(db, haPham.email)).toMatchObject({ accept: { email: haPham.email } });
  expect(await findRecipient(db, 'khong.ai@bienxanh.example')).toHaveProperty('refuse.code', 550);
  await expect(set(namVo.email)).rejects.toThrow('is not of saomai.example');
  const setDeleted = (deleted_at: number | null) =>
    db.updateTable('mailboxes').set({ deleted_at }).where('email', '=', haPham.email).execute();
  await setDeleted(1);
  await expect(set(haPham.email)).rejects.toThrow('was deleted');
  await setDeleted(null);
  const owner = await server.signIn(lanAnh.email);
  const params = { domain: 'saomai.example' };
  expect((await owner.showDomain({ params })).data.catch_all).toBe(lanAnh.email);
  expect((await owner.changeDomain({ params, body: { catch_all: null } })).data.catch_all).toBeNull();
  await expect(owner.changeDomain({ params, body: { storage: 1 } })).rejects.toMatchObject({
    code: 'forbidden',
  });
  const changed = await call('PATCH', 'domains/saomai.example', { storage: 5_000 });
  expect(changed.data).toMatchObject({ storage: 5_000, catch_all: null });
  expect((await call('PATCH', 'domains/saomai.example', { storage: null })).data).toMatchObject({
    storage: null,
  });
  const foreign = owner.changeDomain({ params, body: { catch_all: namVo.email } });
  await expect(foreign).rejects.toMatchObject({ code: 'invalid_input' });
  const half = { storage: 6_000, catch_all: namVo.email };
  expect((await call('PATCH', 'domains/saomai.example', half)).code).toBe('invalid_input');
  expect((await call('GET', 'domains/saomai.example')).data).toMatchObject({ storage: null });
  const changes = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('act', '=', 'domain_changed')
    .where('before', 'like', 'catch_all=%')
    .orderBy('id')
    .execute();
  expect(changes).toEqual([
    { before: 'catch_all=none', after: `catch_all=${lanAnh.email}` },
    { before: `catch_all=${lanAnh.email}`, after: 'catch_all=none' },
  ]);
  expect(await findRecipient(db, 'khong.ai@saomai.example')).toHaveProperty('refuse.code', 550);
});

describe('a domain that is deleted', () => {
  const aliasOf = (domain: string) => `ban-hang@${domain}`;
  async function makeDomain(domain: string) {
    await createDomain(server.context, domain, true);
    const mailboxId = await server.mailboxId(lanAnh.email);
    await addAlias(server.context, mailboxId, aliasOf(domain), commandLine());
  }
  async function replyTo(address: string): Promise<number | undefined> {
    const port = server.running.smtpPort as number;
    const client = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
    const raw = 'From: khach@minhphat.example\r\nSubject: Báo giá\r\n\r\nXin chào\r\n';
    const { recipients, message } = await client.send({
      from: 'khach@minhphat.example',
      to: [address],
      raw,
    });
    client.end();
    return message[0]?.code ?? recipients[0]?.code;
  }

  /** The blob of an image that a template of the domain has. */
  async function addTemplateImage(domain: string): Promise<string> {
    const { db, blobs, clock } = server.context;
    const { key } = await blobs.put(Buffer.from(domain));
    const [template, image] = [newId(clock), newId(clock)];
    await sql`
      with t as (
        insert into domain_templates (domain_id, id, version)
        select id, ${template}::uuid, 1 from domains where name = ${domain} returning domain_id)
      insert into domain_template_images (domain_id, id, template_id, blob, size, content_type, created_at)
      select domain_id, ${image}::uuid, ${template}::uuid, decode(${key}, 'hex'), 1, 'image/png', 1 from t`.execute(
      db,
    );
    return key;
  }

  test('AU-5 has nobody left, not even who was deleted lately, and takes all that was its own along', async () => {
    const { context } = server;
    const domain = 'roi-di.example';
    await makeDomain(domain);
    const an = await newPerson(server, { domain });
    const path = `domains/${domain}`;
    // An address of someone in another domain who is being purged.
    const half = await newPerson(server);
    await addAlias(context, half.mailbox, `cu@${domain}`, commandLine());
    await deletePerson(context, half.mailbox, commandLine());
    const more = Array.from({ length: 499 }, (_, n) => ({
      address: `them${n}@${domain}`,
      mailbox_id: half.mailbox,
    }));
    expect((await call('POST', `${path}/keys`, {})).status).toBe(200);
    expect(await call('DELETE', path)).toMatchObject({ status: 400, code: 'domain_has_people' });
    await deletePerson(context, an.mailbox, commandLine());
    const run = (): Promise<unknown> =>
      deleteDomain.run({ context, args: [domain], out: { write: () => undefined } } as never);
    await expect(run()).rejects.toThrow(/has people: 1; 1 of them were deleted, and are kept until 20/);
    await context.db.updateTable('mailboxes').set({ purge_at: 1 }).where('id', '=', an.mailbox).execute();
    await purgePeople(context, new AbortController().signal);
    await context.db.insertInto('addresses').values(more).execute();
    await expect(run()).rejects.toMatchObject({ code: 'domain_has_aliases' });
    await context.db.deleteFrom('addresses').where('address', 'like', `them%@${domain}`).execute();
    await context.db.deleteFrom('folders').where('mailbox_id', '=', half.mailbox).execute();
    const logo = await addTemplateImage(domain);
    const owner = await server.signIn(lanAnh.email);
    await expect(owner.deleteDomain({ params: { domain } })).rejects.toMatchObject({ code: 'forbidden' });
    await run();
    expect(await call('DELETE', path)).toMatchObject({ status: 404 });
    const orphaned = await context.db.selectFrom('orphaned_blobs').select('blob').execute();
    expect(orphaned.map(({ blob }) => blob.toString('hex'))).toContain(logo);
    expect(await replyTo(aliasOf(domain))).toBe(550);
    const acts = await context.db
      .selectFrom('audit_log')
      .select(['act', 'person'])
      .where('domain_id', 'is not', null)
      .where('domain_id', 'not in', ({ selectFrom }) => selectFrom('domains').select('id'))
      .orderBy('id')
      .execute();
    expect(acts.map(({ act }) => act)).toEqual([
      'domain_added',
      'created',
      'domain_changed',
      'deleted',
      'purged',
      'domain_deleted',
    ]);
    expect(acts.at(-1)?.person).toBe(domain);
    const late = { ...haPham, email: 'muon@saomai.example', passwordHash: null, aliases: [aliasOf(domain)] };
    await expect(createMailbox(context, late)).rejects.toMatchObject({ code: 'not_found' });
    // A new domain of the same name inherits nothing.
    expect((await call('POST', 'domains', { new_name: domain })).status).toBe(200);
    expect(await replyTo(aliasOf(domain))).toBe(550);
  });

  test.each(['deletion', 'list'])(
    'AU-5 or else has the people of a list that comes in meanwhile: of both the %s comes first',
    async (first) => {
      const { context, clock } = server;
      const domain = `${first}.example`;
      const id = await createDomain(context, domain, true);
      const listed = { name: 'Nhân viên', kind: 'member', quotaMb: 1, password: null, passwordHash: null };
      const people = [1, 2].map((line) => ({ ...listed, line, email: `nv${line}@${domain}`, aliases: [] }));
      const deps = { ...context, hashPassword, isGuessable: async () => false };
      const acts = [
        () => call('DELETE', `domains/${domain}`),
        () => importPeople(deps, people as never, commandLine(), { links: false }).catch((error) => error),
      ];
      if (first === 'list') acts.reverse();
      const begun: Promise<unknown>[] = [];
      await inTransaction(context.db, async (tx) => {
        await lockWholeDomain(tx, id);
        for (const act of acts) {
          begun.push(act());
          await untilWaiting(context.db, begun.length);
        }
      });
      const done = await Promise.all(begun);
      expect(done).toMatchObject(
        first === 'list'
          ? [{ added: 2 }, { code: 'domain_has_people' }]
          : [{ status: 200 }, { code: 'not_found' }],
      );
      // Recipients are cached for a moment.
      await clock.advance(2_000);
      expect(await replyTo(`nv1@${domain}`)).toBe(first === 'list' ? 250 : 550);
    },
  );
});
