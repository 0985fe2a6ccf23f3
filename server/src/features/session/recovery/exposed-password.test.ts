import { type ApiError, createApiClient } from '@bocau/contract/client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../../admin/set-user.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import { connectMail } from '../../../test-kit/smtp-client.ts';
import { connectSocket } from '../../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../../test-kit/turn-on-two-step.ts';
import { hotp, timeStep } from '../second-step/totp.ts';

const PASSWORD = lanAnh.password;
const SECRET = Buffer.from('12345678901234567890');
const NEXT = 'Bến-Thuyền-47-xuôi';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

const session = (password = PASSWORD) => signedInClient(server.baseUrl, { email: an.email, password });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: ApiError) => error.code,
  );
const change = (client = an.client) =>
  codeOf(client.changePassword({ body: { current_password: PASSWORD, new_password: NEXT } }));

describe('after “this was not me”', () => {
  test('LH-2 PW-3 the session that said it opens nothing until another password was chosen', async () => {
    await an.client.reportNotMe({});
    const socket = await connectSocket(server.baseUrl, { room: an.email, token: an.client.token });
    expect((await socket.closed).code).toBe(4403);
    const closed = [
      an.client.listFolders({}),
      an.client.listSessions({}),
      an.client.reportNotMe({}),
      an.client.setUpTwoStep({}),
      an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } }),
    ];
    for (const code of await Promise.all(closed.map(codeOf))) expect(code).toBe('password_change_required');
    const open = [
      an.client.getUserInfo({}),
      an.client.getSettings({}),
      an.client.getTwoStep({}),
      an.client.listAppPasswords({}),
      an.client.proveIdentity({ body: { password: PASSWORD } }),
    ];
    for (const code of await Promise.all(open.map(codeOf))) expect(code).toBe('ok');
    expect(await change()).toBe('ok');
    expect(await codeOf(an.client.listFolders({}))).toBe('ok');
    const kinds = (await an.client.listActivities({ query: {} })).data.map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['password_exposed', 'password_changed']));
    expect(await codeOf(session(NEXT))).toBe('ok');
  });

  test('LH-2 the password opens nothing at any door, and neither do programs', async () => {
    const { data: app } = await an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
    await an.client.reportNotMe({});
    expect(await codeOf(session())).toBe('password_exposed');
    const { submissionPort } = server.running;
    for (const password of [PASSWORD, app.password]) {
      const port = submissionPort as number;
      const program = await connectMail({ host: '127.0.0.1', port, protocol: 'smtp' });
      const given = Buffer.from(`\0${an.email}\0${password}`).toString('base64');
      expect((await program.command(`AUTH PLAIN ${given}`)).code).toBe(535);
      program.end();
    }
    expect((await an.client.listAppPasswords({})).data).toEqual([]);
  });

  test('TF-3 the second step lets its person in, to choose another password and nothing else', async () => {
    await turnOnTwoStep(server.context, an.mailbox, SECRET);
    const now = () => hotp(SECRET, timeStep(Math.floor(server.clock.now() / 1000)));
    await an.client.reportNotMe({});
    const browser = createApiClient({ baseUrl: server.baseUrl, fetch });
    const { data } = await browser.login({ body: { email: an.email, password: PASSWORD, code: now() } });
    browser.setToken(data.token as string);
    expect(await codeOf(browser.listFolders({}))).toBe('password_change_required');
    const passwords = { current_password: PASSWORD, new_password: NEXT };
    expect(await codeOf(browser.changePassword({ body: passwords }))).toBe('ok');
    expect(await codeOf(browser.listFolders({}))).toBe('ok');
  });

  test('a password that an administrator gives opens the mailbox', async () => {
    await an.client.reportNotMe({});
    const { context } = server;
    const nowhere = { write: () => true, isTTY: false } as never;
    await setUser.run({ context, args: [an.email, `password=${NEXT}`], out: nowhere, err: nowhere });
    expect(await codeOf((await session(NEXT)).listFolders({}))).toBe('ok');
  });

  test('RT-13 who came by the single sign-on has not used the password, and goes on', async () => {
    await server.context.db
      .updateTable('sessions')
      .set({ method: 'sign_on' })
      .where('mailbox_id', '=', an.mailbox)
      .execute();
    await an.client.reportNotMe({});
    expect(await codeOf(an.client.listFolders({}))).toBe('ok');
    expect(await codeOf(session())).toBe('password_exposed');
  });
});
