import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());

function blocking(from: string, is_enable = true) {
  return { is_enable, sieve_json: JSON.stringify({ type: 'auto_mark_spam', from }) };
}

async function subjectsIn(person: NewPerson, folder: string): Promise<string[]> {
  const { data } = await person.client.listThreads({ query: { in: folder } });
  return data.map((thread) => thread.subject);
}

let counter = 0;
async function deliver(from: string, to: string[], subject: string): Promise<void> {
  counter += 1;
  const port = server.running.lmtpPort as number;
  const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
  const headers = [
    `From: ${from}`,
    `To: ${to[0]}`,
    `Subject: ${subject}`,
    `Message-ID: <r${counter}@x.example>`,
  ];
  const answer = await client.send({ from: '', to, raw: `${headers.join('\r\n')}\r\n\r\nChào chị\r\n` });
  expect(answer.message.map((reply) => reply.code)).toEqual(to.map(() => 250));
  client.end();
}

describe('rules', () => {
  test('AP-52 AP-53 RU-3 RU-12 a block is made, read, changed and removed', async () => {
    const { client } = await newPerson(server);
    expect((await client.listRules({})).data).toEqual([]);
    const { data: made } = await client.createRule({ body: blocking('Quang.Cao@giare.example') });
    expect(made).toEqual({
      id: expect.any(String),
      is_enable: true,
      name: 'Quang.Cao@giare.example',
      sieve_json: JSON.stringify({ type: 'auto_mark_spam', from: 'Quang.Cao@giare.example' }),
      sieve_script:
        'require ["fileinto"];\r\nif address :all :is "from" "Quang.Cao@giare.example" {\r\n' +
        '  fileinto "Junk";\r\n  stop;\r\n}\r\n',
      verify: true,
      ...{ position: 0, hits: 0, last_hit_at: null, problem: null },
    });
    const params = { id: made.id };
    const { data: off } = await client.updateRule({ params, body: { is_enable: false } });
    expect(off).toMatchObject({ is_enable: false, name: made.name });
    expect(JSON.parse((await client.getRule({ params })).data.sieve_json)).toEqual({
      type: 'auto_mark_spam',
      from: 'Quang.Cao@giare.example',
    });
    await client.updateRule({ params, body: blocking('khac@giare.example') });
    expect((await client.listRules({})).data.map((rule) => rule.name)).toEqual(['khac@giare.example']);
    await client.deleteRule({ params });
    await expect(client.getRule({ params })).rejects.toMatchObject({ code: 'rule_not_found' });
    await expect(client.deleteRule({ params })).rejects.toMatchObject({ code: 'rule_not_found' });
  });

  test('AP-52 a script that comes from a client is not kept', async () => {
    const { client } = await newPerson(server);
    const { data } = await client.createRule({
      body: { ...blocking('a@giare.example'), sieve_script: 'redirect "thief@x.example";' },
    });
    expect(data.sieve_script).not.toContain('redirect');
  });

  test('OR-9 blocking a sender twice is one rule', async () => {
    const { client } = await newPerson(server);
    const first = await client.createRule({ body: blocking('a@giare.example', false) });
    const second = await client.createRule({ body: blocking('A@GIARE.example') });
    expect(second.data).toMatchObject({ id: first.data.id, is_enable: true });
    const other = await client.createRule({ body: blocking('b@giare.example') });
    await expect(
      client.updateRule({ params: { id: other.data.id }, body: blocking('a@giare.example') }),
    ).rejects.toMatchObject({ code: 'already_exists' });
  });

  test('OR-9 own addresses are never blocked, however they are written', async () => {
    const { client } = await newPerson(server);
    const lanAnh = await server.signIn('lan.anh@saomai.example');
    const minh = await newPerson(server);
    for (const own of ['lan.anh@saomai.example', 'LAN.ANH@saomai.example', 'lan.anh+tin@saomai.example']) {
      await expect(lanAnh.createRule({ body: blocking(own) })).rejects.toMatchObject({
        code: 'invalid_input',
      });
    }
    expect((await lanAnh.listRules({})).data).toEqual([]);
    await expect(client.createRule({ body: blocking(minh.email) })).resolves.toBeDefined();
  });

  test.each([
    ['{', 'is no JSON'],
    ['null', 'says nothing'],
    ['{"type":"auto_mark_spam","from":"khong-phai"}', 'has no address'],
    ['{"type":"auto_mark_spam"}', 'has no sender'],
    ['{"type":"vacation","reason":"Nghỉ"}', 'is an auto-reply without its fields'],
    ['{"id":1,"conditions":[],"actions":[]}', 'asks for nothing'],
    ['{"type":"no-such"}', 'is of no known type'],
  ])('RU-3 %s is refused: it %s', async (sieve_json) => {
    const { client } = await newPerson(server);
    const refused = await client.createRule({ body: { is_enable: true, sieve_json } }).then(
      () => null,
      (error: unknown) => error as { code: string; message: string },
    );
    expect(refused?.code).toBe('invalid_input');
    expect((await client.listRules({})).data).toEqual([]);
  });

  test('AP-52 a change is told to other tabs', async () => {
    const { client } = await newPerson(server);
    const { data: before } = await client.getChanges({ query: {} });
    await client.createRule({ body: blocking('a@giare.example') });
    const { data } = await client.getChanges({ query: { since: String(before.seq) } });
    expect(data.settings).toBe(true);
  });
});

describe('mail of a blocked sender', () => {
  test('RU-11 goes to Junk until the rule is off or gone, and only for who blocked', async () => {
    const blocker = await newPerson(server);
    const other = await newPerson(server);
    const both = [blocker.email, other.email];
    const { data: rule } = await blocker.client.createRule({ body: blocking('quang.cao@giare.example') });
    await deliver('Quảng cáo <Quang.Cao@GiaRe.example>', both, 'Mot');
    expect(await subjectsIn(blocker, 'Junk')).toEqual(['Mot']);
    expect(await subjectsIn(blocker, 'INBOX')).toEqual([]);
    expect(await subjectsIn(other, 'INBOX')).toEqual(['Mot']);

    await deliver('nguoi.khac@giare.example', both, 'Hai');
    expect(await subjectsIn(blocker, 'INBOX')).toEqual(['Hai']);

    await blocker.client.updateRule({ params: { id: rule.id }, body: { is_enable: false } });
    await deliver('quang.cao@giare.example', both, 'Ba');
    expect(await subjectsIn(blocker, 'INBOX')).toEqual(expect.arrayContaining(['Ba', 'Hai']));

    await blocker.client.updateRule({ params: { id: rule.id }, body: { is_enable: true } });
    await deliver('quang.cao@giare.example', both, 'Bon');
    expect(await subjectsIn(blocker, 'Junk')).toEqual(expect.arrayContaining(['Bon', 'Mot']));
    await blocker.client.deleteRule({ params: { id: rule.id } });
    await deliver('quang.cao@giare.example', both, 'Nam');
    expect(await subjectsIn(blocker, 'INBOX')).toContain('Nam');
  });

  test('OR-10 taken out of Junk unblocks its sender, and the answer puts the rule back', async () => {
    const { client, mailbox } = await newPerson(server);
    await client.createRule({ body: blocking('a@giare.example') });
    await client.createRule({ body: blocking('b@giare.example') });
    const message = await fileMail(server.context, mailbox, { from: 'A@giare.example', folder: 'Junk' });
    const { data } = await client.getMessage({ params: { id: message }, query: {} });
    const answer = await client.unspamThreads({ body: { ids: [data.thread_id] } });
    expect(answer.data.moved).toMatchObject([{ message_id: message }]);
    expect(answer.data.removed_rules).toMatchObject([{ name: 'a@giare.example', is_enable: true }]);
    expect((await client.listRules({})).data.map((rule) => rule.name)).toEqual(['b@giare.example']);
    const [removed] = answer.data.removed_rules;
    const { is_enable = false, sieve_json = '' } = removed ?? {};
    await client.createRule({ body: { is_enable, sieve_json } });
    expect((await client.listRules({})).data.map((rule) => rule.name).sort()).toEqual([
      'a@giare.example',
      'b@giare.example',
    ]);
  });

  test('OR-10 taken out of Junk unblocks the whole domain that was blocked', async () => {
    const { client, mailbox } = await newPerson(server);
    await client.createRule({ body: blocking('@giare.example') });
    const message = await fileMail(server.context, mailbox, { from: 'A@giare.example', folder: 'Junk' });
    const { data } = await client.getMessage({ params: { id: message }, query: {} });
    const answer = await client.unspamThreads({ body: { ids: [data.thread_id] } });
    expect(answer.data.removed_rules).toMatchObject([{ name: '@giare.example' }]);
    expect((await client.listRules({})).data).toEqual([]);
  });

  test('OR-10 that was not in Junk keeps its rule', async () => {
    const { client, mailbox } = await newPerson(server);
    await client.createRule({ body: blocking('a@giare.example') });
    const message = await fileMail(server.context, mailbox, { from: 'a@giare.example' });
    const { data } = await client.getMessage({ params: { id: message }, query: {} });
    const answer = await client.unspamThreads({ body: { ids: [data.thread_id] } });
    expect(answer.data).toEqual({ moved: [], removed_rules: [] });
    expect((await client.listRules({})).data).toHaveLength(1);
  });
});
