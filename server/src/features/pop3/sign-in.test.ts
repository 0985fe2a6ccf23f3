import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectPop3, type Pop3Client } from '../../test-kit/pop3-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../test-kit/turn-on-two-step.ts';

const CERTIFICATES = join(import.meta.dirname, '../../test-kit/certificates');
const ENCRYPTED = {
  MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
  MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
  POP3_TLS_PORT: '0',
};
const SERVED = [
  'TOP',
  'UIDL',
  'PIPELINING',
  'RESP-CODES',
  'AUTH-RESP-CODE',
  'EXPIRE NEVER',
  'IMPLEMENTATION Bo-Cau',
];

let server: TestServer;
let an: NewPerson;
let program: Pop3Client;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,imap', ...ENCRYPTED } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
  program = await connect();
});

function connect(tls = false, to: TestServer = server): Promise<Pop3Client> {
  const { pop3Port, pop3TlsPort } = to.running;
  return connectPop3({ port: (tls ? pop3TlsPort : pop3Port) as number, tls });
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const plain = (name: string, password: string) => Buffer.from(`\0${name}\0${password}`).toString('base64');
async function login(password = lanAnh.password, client = program): Promise<string> {
  await client.command(utf8(`USER ${an.email}`));
  return client.command(utf8(`PASS ${password}`));
}

async function appPassword(scopes: ('pop3' | 'imap')[] = ['pop3']) {
  const { data } = await an.client.createAppPassword({ body: { name: 'Điện thoại', scopes } });
  return { id: data.app_password.id, password: data.password };
}

describe('signing in', () => {
  test('works by USER and PASS, and by AUTH PLAIN with the answer at once or later', async () => {
    expect(program.greeting).toBe('+OK mail.saomai.example POP3 ready');
    expect(await program.lines('CAPA')).toEqual([...SERVED, 'STLS', 'USER', 'SASL PLAIN']);
    expect(await login()).toBe('+OK 0 messages, 0 bytes');
    expect(await program.lines('capa')).toEqual(SERVED);
    const other = await connect();
    expect(await other.command(`AUTH PLAIN ${plain(an.email, lanAnh.password)}`)).toMatch(/^\+OK 0 messages/);
    const third = await connect();
    expect(await third.command('AUTH PLAIN')).toBe('+ ');
    expect(await third.command('*')).toBe('-ERR The client gave up');
    expect(await third.command('auth plain')).toBe('+ ');
    expect(await third.command(plain(an.email, lanAnh.password))).toMatch(/^\+OK /);
  });

  test('is not for somebody else, and by no other mechanism', async () => {
    const sasl = Buffer.from(`sếp@saomai.example\0${an.email}\0${lanAnh.password}`).toString('base64');
    expect(await program.command(`AUTH PLAIN ${sasl}`)).toMatch(/^-ERR \[AUTH\]/);
    expect(await program.command('AUTH LOGIN')).toMatch(/^-ERR Only PLAIN/);
    expect(await program.command('AUTH PLAIN nonsense!')).toMatch(/^-ERR /);
    expect(await program.command(`PASS ${lanAnh.password}`)).toMatch(/^-ERR USER comes first/);
  });

  test('works over STLS and over implicit TLS', async () => {
    await program.startTls();
    expect(await program.lines('CAPA')).not.toContain('STLS');
    expect(await program.command('STLS')).toMatch(/^-ERR /);
    expect(await login()).toMatch(/^\+OK /);
    const implicit = await connect(true);
    expect(await login(lanAnh.password, implicit)).toMatch(/^\+OK /);
  });

  test('shares the limits of the web', async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect(await login('sai')).toBe('-ERR [AUTH] Wrong address or password');
    expect(await login()).toMatch(/^-ERR \[SYS\/TEMP\] Too many wrong passwords, try again in \d+ seconds/);
    await server.clock.advance(16_000);
    // The connection has not signed in for too long by then, or has: another one is as good.
    expect(await login(lanAnh.password, await connect())).toMatch(/^\+OK /);
  });

  test('asks for an app password of this scope where two-step is on, and is in the history', async () => {
    await turnOnTwoStep(server.context, an.mailbox);
    expect(await login()).toMatch(/^-ERR \[AUTH\] Two-step sign-in is on/);
    const { password } = await appPassword();
    const { password: other } = await appPassword(['imap']);
    expect(await login(other)).toMatch(/^-ERR \[AUTH\] Wrong/);
    expect(await login(password)).toMatch(/^\+OK /);
    const { data } = await an.client.listActivities({ query: {} });
    expect(data[0]).toMatchObject({ protocol: 'pop3', device: { browser: 'POP3', kind: 'program' } });
  });

  test('is not offered in clear to who comes from elsewhere', async () => {
    const closed = await startTestServer({
      env: { ...ENCRYPTED, ROLES: 'http,imap', SUBMISSION_PLAINTEXT_AUTH: 'never' },
    });
    const client = await connect(false, closed);
    expect(await client.lines('CAPA')).toEqual([...SERVED, 'STLS']);
    for (const word of ['USER x', 'PASS y', 'AUTH PLAIN eA=='])
      expect(await client.command(word)).toBe('-ERR Encrypt first: STLS');
    client.destroy();
    await closed.close();
  });

  test('is possible on fifteen connections of a person', async () => {
    const clients = await Promise.all(Array.from({ length: 16 }, () => connect()));
    const answers: string[] = [];
    for (const client of clients) answers.push(await login(lanAnh.password, client));
    expect(answers.filter((answer) => answer.startsWith('+OK'))).toHaveLength(15);
    expect(answers.at(-1)).toMatch(/^-ERR \[IN-USE\]/);
    clients[0]?.destroy();
    await expect.poll(() => login(lanAnh.password, clients[15])).toMatch(/^\+OK /);
    for (const client of clients) client.destroy();
  });
});

describe('a connection ends', () => {
  test('when the app password is revoked', async () => {
    const { id, password } = await appPassword();
    await login(password);
    await server.clock.advance(2_000);
    await an.client.revokeAppPassword({ params: { id } });
    expect(await program.closed()).toEqual(['-ERR Signed out, sign in again']);
    expect(await login(password, await connect())).toMatch(/^-ERR \[AUTH\]/);
  });

  test('with QUIT, after ten idle minutes, and when the server stops', async () => {
    expect(await program.command('QUIT')).toBe('+OK Goodbye');
    await program.closed();
    const idle = await connect();
    await login(lanAnh.password, idle);
    await server.clock.advance(590_000);
    expect(await idle.command('NOOP')).toBe('+OK Done');
    await server.clock.advance(601_000);
    expect(await idle.closed()).toEqual(['-ERR Idle for too long']);
    const other = await startTestServer({ env: { ROLES: 'imap' } });
    const client = await connect(false, other);
    await other.close();
    expect(await client.closed()).toEqual(['-ERR [SYS/TEMP] The server is shutting down']);
  });
});

describe('what is no command', () => {
  test.each([
    ['nothing', ''],
    ['no such command', 'XYZZY'],
    ['a name of an object', '__proto__'],
    ['eight bits', 'NOOP \xff'],
    ['a NUL', 'NOOP\0'],
    ['a command of who has signed in', 'STAT'],
    ['more than belongs to it', 'QUIT now'],
    ['APOP', 'APOP x 0123'],
  ])('is refused, and the connection goes on: %s', async (_what, line) => {
    expect(await program.command(line)).toMatch(/^-ERR /);
    expect(await program.lines('CAPA')).toContain('UIDL');
  });

  test('ends the connection where there is nothing else, or no end of the line', async () => {
    program.rawWrite('rubbish\r\n'.repeat(50));
    expect(await program.closed()).toHaveLength(20);
    const endless = await connect();
    endless.rawWrite('USER '.padEnd(200_000, 'x'));
    expect(await endless.closed()).toEqual(['-ERR The line is too long']);
  });

  test('is what was sent in clear behind STLS', async () => {
    program.rawWrite(`STLS\r\nUSER ${an.email}\r\n`);
    expect(await program.next()).toBe('+OK Begin TLS');
    program.destroy();
  });
});
