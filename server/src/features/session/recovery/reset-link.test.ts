import { type ApiError, createApiClient } from '@bocau/contract/client.ts';
import { RESET_FRAGMENT } from '@bocau/contract/recovery.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetLink } from '../../../admin/reset-link.ts';
import { setUser } from '../../../admin/set-user.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import type { Logger } from '../../../platform/logger.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../../test-kit/turn-on-two-step.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';
import { requireCode } from '../second-step/challenge.ts';

const PASSWORD = lanAnh.password;
const NEXT = 'Bến-Thuyền-47-xuôi';

let server: TestServer;
let an: NewPerson;
const logged: string[] = [];

beforeAll(async () => {
  const keep = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const log: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  server = await startTestServer({ log });
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

const anybody = () => createApiClient({ baseUrl: server.baseUrl, fetch });
const session = (password = PASSWORD) => signedInClient(server.baseUrl, { email: an.email, password });
const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'ok',
    (error: ApiError) => error.code,
  );

async function admin(command: typeof resetLink, ...args: string[]): Promise<string> {
  let printed = '';
  const write = (text: string) => {
    printed += text;
    return true;
  };
  const out = { write, isTTY: false } as never;
  await command.run({ context: server.context, args, out, err: out });
  return printed.trim();
}
const tokenOf = (address: string) => address.split(`#${RESET_FRAGMENT}`)[1] as string;
const newToken = async () => tokenOf(await admin(resetLink, an.email));
const choose = (token: string, new_password = NEXT) =>
  anybody().resetPassword({ body: { token, new_password } });

describe('a link of the command line', () => {
  test('PW-3 chooses a new password once, and ends what the old one opened', async () => {
    await an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
    const address = await admin(resetLink, an.email);
    expect(address).toMatch(/^http:\/\/[^?]+\/login#reset=[\w-]{43}$/);
    const token = tokenOf(address);
    // Mail scanners open links, and may run the page's scripts.
    for (let looked = 0; looked < 2; looked += 1) {
      const { data } = await anybody().readResetLink({ body: { token } });
      expect(data).toMatchObject({ email: an.email, app_passwords: ['Outlook'], suspended: null });
    }
    expect(await codeOf(session())).toBe('ok');
    await choose(token);
    expect(await codeOf(an.client.getUserInfo({}))).toBe('session_required');
    expect(await codeOf(session())).toBe('invalid_credentials');
    const client = await session(NEXT);
    expect((await client.listAppPasswords({})).data).toEqual([]);
    expect(await codeOf(choose(token, `${NEXT}-2`))).toBe('reset_link_expired');
    expect(await codeOf(anybody().readResetLink({ body: { token } }))).toBe('reset_link_expired');
    const kinds = (await client.listActivities({ query: {} })).data.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'sign_in')).toEqual([
      'password_reset',
      'reset_link_made',
      'app_password_made',
    ]);
    await runJobsUntilIdle(server.context);
    expect((await mailIn({ ...an, client }, 'INBOX')).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Đã tạo liên kết đặt mật khẩu', 'Đã đặt mật khẩu mới bằng liên kết']),
    );
    expect(logged.join('\n')).not.toContain(token);
  });

  test('works once when it is used twice at the same time', async () => {
    const token = await newToken();
    const ended = await Promise.all(['-1', '-2', '-3'].map((end) => codeOf(choose(token, NEXT + end))));
    expect(ended.sort()).toEqual(['ok', 'reset_link_expired', 'reset_link_expired']);
  });

  test('TF-3 leaves the second step on, and ends its waiting challenges', async () => {
    await turnOnTwoStep(server.context, an.mailbox);
    const { challenge } = (await requireCode(server.context, an.mailbox)).details as { challenge: string };
    await choose(await newToken());
    expect(await codeOf(session(NEXT))).toBe('code_required');
    expect(await codeOf(anybody().login({ body: { challenge, code: '123456' } }))).toBe('challenge_expired');
  });

  test('LH-2 lets somebody in whose password was exposed', async () => {
    await an.client.reportNotMe({});
    await choose(await newToken());
    expect(await codeOf((await session(NEXT)).listFolders({}))).toBe('ok');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a newer one', () => newToken()],
    [
      'a change of the password',
      () => an.client.changePassword({ body: { current_password: PASSWORD, new_password: `${NEXT}-0` } }),
    ],
    ['a password of the administrator', () => admin(setUser, an.email, `password=${NEXT}-0`)],
    ['“this was not me”', () => an.client.reportNotMe({})],
    ['a day', async () => server.clock.pass(24 * 3600_000)],
    [
      'suspension, also when it is over',
      async () => {
        await admin(setUser, an.email, 'active=no');
        await admin(setUser, an.email, 'active=yes');
      },
    ],
  ])('is ended by %s', async (_name, end) => {
    const token = await newToken();
    await end();
    expect(await codeOf(choose(token))).toBe('reset_link_expired');
  });

  test('PW-3 AU-5 of who is suspended sets the password, says so, and opens nothing until access is given back', async () => {
    await admin(setUser, an.email, 'active=no');
    const token = await newToken();
    expect((await anybody().readResetLink({ body: { token } })).data.suspended).toBe('account');
    await choose(token);
    expect(await codeOf(session(NEXT))).toBe('account_suspended');
    await admin(setUser, an.email, 'active=yes');
    expect(await codeOf(session())).toBe('invalid_credentials');
    expect(await codeOf(session(NEXT))).toBe('ok');
  });

  test('PW-3 of who was deleted is none', async () => {
    const token = await newToken();
    const { db } = server.context;
    await db
      .updateTable('mailboxes')
      .set({ active: false, deleted_at: 1 })
      .where('id', '=', an.mailbox)
      .execute();
    expect(await codeOf(anybody().readResetLink({ body: { token } }))).toBe('reset_link_expired');
  });

  test('PW-1 PW-2 stays good when the password is refused', async () => {
    const token = await newToken();
    const refused = ['ngắn', 'P@ssw0rd1', PASSWORD];
    for (const next of refused) expect(await codeOf(choose(token, next))).toBe('password_refused');
    expect(await codeOf(choose(token))).toBe('ok');
  });
});
