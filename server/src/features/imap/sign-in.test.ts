import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { connectImap, type ImapClient } from '../../test-kit/imap-client.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../test-kit/turn-on-two-step.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');
const ENCRYPTED = {
  MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
  MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
  IMAP_TLS_PORT: '0',
};

let server: TestServer;
let an: NewPerson;
let program: ImapClient;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap', ...ENCRYPTED } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await connect();
});

function connect(tls = false, to: TestServer = server): Promise<ImapClient> {
  const { imapPort, imapTlsPort } = to.running;
  return connectImap({ port: (tls ? imapTlsPort : imapPort) as number, tls });
}

const plain = (name: string, password: string) => Buffer.from(`\0${name}\0${password}`).toString('base64');
const login = (password = lanAnh.password, client = program) =>
  client.command(`LOGIN "${an.email}" "${password}"`);

async function appPassword(scopes: ('imap' | 'smtp')[] = ['imap']) {
  const { data } = await an.client.createAppPassword({ body: { name: 'Điện thoại', scopes } });
  return { id: data.app_password.id, password: data.password };
}

describe('signing in', () => {
  test.each([
    ['LOGIN', () => `LOGIN "${an.email}" "${lanAnh.password}"`],
    ['AUTHENTICATE PLAIN', () => `AUTHENTICATE PLAIN ${plain(an.email, lanAnh.password)}`],
  ])('works by %s, and then more is offered', async (_how, command) => {
    expect(program.greeting).toMatch(
      /^\* OK \[CAPABILITY IMAP4rev1 IMAP4rev2 ID SASL-IR LITERAL- STARTTLS AUTH=PLAIN\]/,
    );
    const { result } = await program.command(command());
    expect(result).toMatch(/^OK \[CAPABILITY IMAP4rev1 .* UIDPLUS /);
    expect((await program.command('NAMESPACE')).untagged).toEqual(['* NAMESPACE (("" "/")) NIL NIL']);
  });

  test('may bring its answer later, or give up', async () => {
    program.rawWrite('a1 AUTHENTICATE PLAIN\r\n');
    expect(await program.next()).toBe('+ ');
    program.rawWrite('*\r\n');
    expect(await program.next()).toMatch(/^a1 BAD /);
    program.rawWrite('a2 AUTHENTICATE PLAIN\r\n');
    await program.next();
    program.rawWrite(`${plain(an.email, lanAnh.password)}\r\n`);
    expect(await program.next()).toMatch(/^a2 OK /);
  });

  test('may be by literals, and not for somebody else', async () => {
    program.rawWrite(
      `a1 LOGIN {${an.email.length}+}\r\n${an.email} {${lanAnh.password.length}+}\r\n${lanAnh.password}\r\n`,
    );
    expect(await program.next()).toMatch(/^a1 OK /);
    const other = await connect();
    const sasl = Buffer.from(`sếp@saomai.example\0${an.email}\0${lanAnh.password}`).toString('base64');
    expect((await other.command(`AUTHENTICATE PLAIN ${sasl}`)).result).toMatch(/^NO \[AUTHORIZATIONFAILED\]/);
  });

  test('is not for who is in a domain that is not verified, as the web opens no message there', async () => {
    const setVerified = (verified: boolean) =>
      server.context.db
        .updateTable('domains')
        .set({ verified })
        .where('name', '=', 'saomai.example')
        .execute();
    await setVerified(false);
    try {
      expect((await login(lanAnh.password)).result).toMatch(/^NO \[CONTACTADMIN\] .*not verified/);
    } finally {
      await setVerified(true);
    }
    expect((await login(lanAnh.password)).result).toMatch(/^OK /);
  });

  test('is refused with a NUL in the name like any wrong one', async () => {
    const { result } = await program.commandWith('LOGIN', 'a\0b');
    expect(result).toMatch(/^(NO|BAD) /);
    program.rawWrite('a2 LOGIN {3+}\r\na\0b x\r\n');
    expect(await program.next()).toMatch(/^a2 NO \[AUTHENTICATIONFAILED\]/);
  });

  test('works over STARTTLS and over implicit TLS', async () => {
    await program.startTls();
    const { untagged } = await program.command('CAPABILITY');
    expect(untagged[0]).not.toContain('STARTTLS');
    expect((await login()).result).toMatch(/^OK /);
    const implicit = await connect(true);
    expect(implicit.greeting).toContain('AUTH=PLAIN');
    expect((await login(lanAnh.password, implicit)).result).toMatch(/^OK /);
  });

  test('shares the limits of the web', async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await login('sai')).result).toBe('NO [AUTHENTICATIONFAILED] Wrong address or password');
    expect((await login()).result).toMatch(
      /^NO \[LIMIT\] Too many wrong passwords, try again in \d+ seconds/,
    );
    await server.clock.advance(16_000);
    expect((await login()).result).toMatch(/^OK /);
  });

  test('asks for an app password of this scope where two-step is on', async () => {
    await turnOnTwoStep(server.context, an.mailbox);
    expect((await login()).result).toMatch(/^NO \[AUTHORIZATIONFAILED\] Two-step sign-in is on/);
    const { password } = await appPassword();
    const { password: other } = await appPassword(['smtp']);
    expect((await login(other)).result).toMatch(/^NO \[AUTHENTICATIONFAILED\]/);
    expect((await login(password)).result).toMatch(/^OK /);
  });

  test('stands in the history by the name of the program', async () => {
    await program.command('ID ("name" "Thunderbird" "version" "128.4")');
    await login();
    const { data } = await an.client.listActivities({ query: {} });
    expect(data[0]).toMatchObject({ protocol: 'imap', device: { browser: 'Thunderbird', kind: 'program' } });
  });

  test('is not offered in clear to who comes from elsewhere', async () => {
    const closed = await startTestServer({
      env: { ...ENCRYPTED, ROLES: 'http,imap', SUBMISSION_PLAINTEXT_AUTH: 'never' },
    });
    const client = await connect(false, closed);
    expect(client.greeting).toContain('STARTTLS LOGINDISABLED');
    const word = 'LOGIN "x" "y"';
    expect((await client.command(word)).result).toMatch(/^NO \[PRIVACYREQUIRED\]/);
    expect((await client.command('AUTHENTICATE PLAIN eA==')).result).toMatch(/^NO \[PRIVACYREQUIRED\]/);
    client.destroy();
    await closed.close();
  });

  test('is possible on fifteen connections of a person', async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => connect()));
    const answers: string[] = [];
    for (const client of clients) answers.push((await login(lanAnh.password, client)).result);
    expect(answers.filter((answer) => answer.startsWith('OK'))).toHaveLength(15);
    expect(answers.at(-1)).toMatch(/^NO \[LIMIT\]/);
    const counted = await (await fetch(`${server.operationsUrl}/metrics`)).text();
    expect(counted).toContain('bocau_events_total{event="connection_refused",reason="person"} 1\n');
    clients[0]?.destroy();
    await expect.poll(async () => (await login(lanAnh.password, clients[15])).result).toMatch(/^OK /);
    for (const client of clients) client.destroy();
  });
});

describe('a connection ends', () => {
  test('when the app password is revoked', async () => {
    const { id, password } = await appPassword();
    await login(password);
    await server.clock.advance(2_000);
    await an.client.revokeAppPassword({ params: { id } });
    expect((await program.closed()).join()).toMatch(/^\* BYE Signed out/);
    expect((await login(password, await connect())).result).toMatch(/^NO /);
  });

  test('and not when that of another device is', async () => {
    const { id, password } = await appPassword();
    const other = await connect();
    await login(password, other);
    await login((await appPassword()).password);
    await server.clock.advance(2_000);
    await an.client.revokeAppPassword({ params: { id } });
    expect((await other.closed()).join()).toMatch(/^\* BYE Signed out/);
    expect((await program.command('NOOP')).result).toMatch(/^OK /);
  });

  test('when the person is suspended', async () => {
    await login();
    await server.context.db
      .updateTable('mailboxes')
      .set({ active: false })
      .where('id', '=', an.mailbox)
      .execute();
    await server.clock.advance(61_000);
    expect((await program.closed()).join()).toMatch(/^\* BYE Signed out/);
  });

  test('with LOGOUT, and when the server stops', async () => {
    expect(await program.command('LOGOUT')).toEqual({ result: 'OK Signed out', untagged: ['* BYE Goodbye'] });
    await program.closed();
    const other = await startTestServer({ env: { ROLES: 'imap' } });
    const client = await connect(false, other);
    await other.close();
    expect((await client.closed()).join()).toMatch(/^\* BYE \[UNAVAILABLE\]/);
  });
});

describe('what is no command', () => {
  test.each([
    ['nothing', ''],
    ['no tag', ' NOOP'],
    ['a tag alone', 'a1'],
    ['no such command', 'a1 XYZZY'],
    ['a name of an object', 'a1 __proto__'],
    ['UID alone', 'a1 UID'],
    ['UID of a command that has none', 'a1 UID LOGIN x y'],
    ['half a LOGIN', 'a1 LOGIN x'],
    ['a string that does not end', 'a1 LOGIN "x y'],
    ['more than belongs to it', 'a1 NOOP NOOP'],
    ['eight bits', 'a1 N\xff\xfe'],
    ['a NUL', 'a1 NOOP\0'],
    ['a command of who has signed in', 'a1 SELECT INBOX'],
    ['10,000 brackets', `a1 LIST ${'('.repeat(10_000)}`],
  ])('is answered BAD, and the connection goes on: %s', async (_what, line) => {
    program.rawWrite(`${line}\r\n`);
    expect(await program.next()).toMatch(/^(?:\*|a1) BAD /);
    expect((await program.command('NOOP')).result).toMatch(/^OK/);
  });

  test('ends the connection where there is nothing else', async () => {
    program.rawWrite('rubbish\r\n'.repeat(50));
    const said = await program.closed();
    expect(said.filter((line) => line.includes(' BAD '))).toHaveLength(20);
    expect(said.at(-1)).toMatch(/^\* BYE /);
  });

  test('is a literal of a stranger that is larger than a password', async () => {
    program.rawWrite('a1 LOGIN {2147483648}\r\n');
    expect(await program.next()).toMatch(/^a1 BAD \[TOOBIG\]/);
    program.rawWrite('a2 APPEND INBOX {10000}\r\n');
    expect(await program.next()).toMatch(/^a2 BAD \[TOOBIG\]/);
  });
});
