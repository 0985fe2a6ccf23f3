import { ApiError, createApiClient } from '@bocau/contract/client.ts';
import type { PasskeyAnswer } from '@bocau/contract/passkeys.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { COOKIE_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../../admin/set-user.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import {
  type Credential,
  type Misdeed,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../../../test-kit/software-authenticator.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { turnOnTwoStep } from '../../../test-kit/turn-on-two-step.ts';
import { mailIn } from '../../../test-kit/write-mail.ts';
import { hotp, timeStep } from '../second-step/totp.ts';
import { signInProgram } from '../sign-in-program.ts';

const ORIGIN = 'https://mail.saomai.example';
const PASSWORD = lanAnh.password;
const TOTP_SECRET = Buffer.from('12345678901234567890');
const PROOF_MS = 600_000;

let server: TestServer;
let device: SoftwareAuthenticator;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { PUBLIC_URL: ORIGIN } });
  device = softwareAuthenticator(ORIGIN);
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await newPerson(server);
});

async function codeOfRefusal(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ApiError)) throw error ?? new Error('It was not refused');
  return error.code;
}

async function add({ client }: NewPerson, name = 'Điện thoại của An', misdeed: Misdeed = {}) {
  const { credential, passkey } = device.create((await client.beginPasskey({})).data, misdeed);
  const { data } = await client.addPasskey({ body: { name, passkey } });
  return { credential, ...data };
}

/** The challenge of a sign-in after a correct password. */
async function beginSignIn({ client, email }: NewPerson): Promise<CodeRequired> {
  const error = await client
    .login({ body: { email, password: PASSWORD } })
    .catch((reason: ApiError) => reason);
  return (error as ApiError).details as CodeRequired;
}

const ask = async (challenge?: string) => {
  const body = challenge === undefined ? {} : { challenge };
  return (await an.client.askPasskey({ body })).data;
};
const signIn = (passkey: PasskeyAnswer) => an.client.login({ body: { passkey } });

describe('passkeys', () => {
  test('the first turns two-step on at every door, with recovery codes, a line and a message', async () => {
    const stranger = await signedInClient(server.baseUrl, { email: an.email, password: PASSWORD });
    const { passkey, recovery_codes: codes } = await add(an);
    expect(new Set(codes).size).toBe(10);
    expect((await an.client.listPasskeys({})).data).toEqual([passkey]);
    expect(await codeOfRefusal(stranger.getUserInfo({}))).toBe('session_required');
    expect((await an.client.getTwoStep({})).data).toMatchObject({
      enabled: true,
      methods: ['passkey', 'recovery_code'],
      proof: 'code',
    });
    const where = { address: '192.0.2.9', userAgent: 'x', scope: 'smtp', protocol: 'smtp' } as const;
    const program = { ...where, name: an.email };
    await expect(signInProgram(server.context, { ...program, password: PASSWORD })).rejects.toMatchObject({
      code: 'app_password_required',
    });
    const { data: app } = await an.client.createAppPassword({ body: { name: 'Outlook', scopes: ['smtp'] } });
    expect(await signInProgram(server.context, { ...program, password: app.password })).toBeTruthy();
    // The recovery codes work immediately, and no app is set up.
    const { challenge, methods } = await beginSignIn(an);
    expect(methods).toEqual(['passkey', 'recovery_code']);
    expect(await codeOfRefusal(an.client.login({ body: { challenge, code: '123456' } }))).toBe(
      'code_incorrect',
    );
    await an.client.login({ body: { challenge, code: codes[0] as string } });

    expect((await add(an, 'Máy tính')).recovery_codes).toEqual([]);
    const { data: lines } = await an.client.listActivities({ query: {} });
    expect(lines.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['two_step_on', 'passkey_added']));
    await runJobsUntilIdle(server.context);
    const subjects = (await mailIn(an, 'INBOX')).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Đã thêm khóa truy cập')).toHaveLength(2);
  });

  test('go on with the account that is open, and with no other one', async () => {
    const { credential } = await add(an);
    const goOn = async (email: string) =>
      an.client.login({ body: { passkey: device.answer(credential, await ask()), email } });
    for (const email of ['lan.anh@saomai.example', 'khong-co@saomai.example']) {
      expect(await codeOfRefusal(goOn(email))).toBe('passkey_refused');
    }
    expect((await goOn(an.email)).data.user.email).toBe(an.email);
  });

  test('are given other names, and removed by a fresh proof; the last turns two-step off', async () => {
    const { credential, passkey } = await add(an);
    const { id } = passkey;
    await an.client.renamePasskey({ params: { id }, body: { name: 'Khóa USB' } });
    server.clock.pass(1000);
    const second = await add(an, 'Máy tính');
    expect((await an.client.listPasskeys({})).data.map(({ name }) => name)).toEqual(['Khóa USB', 'Máy tính']);
    server.clock.pass(PROOF_MS);
    const remove = (which: string) => an.client.removePasskey({ params: { id: which } });
    expect(await codeOfRefusal(remove(id))).toBe('proof_required');
    expect(await codeOfRefusal(an.client.beginPasskey({}))).toBe('proof_required');

    const { data: asked } = await an.client.askPasskeyProof({});
    expect(asked.credentials).toHaveLength(2);
    const unverified = device.answer(credential, asked, { verified: false });
    expect(await codeOfRefusal(an.client.proveIdentity({ body: { passkey: unverified } }))).toBe(
      'passkey_refused',
    );
    const { data: again } = await an.client.askPasskeyProof({});
    await an.client.proveIdentity({ body: { passkey: device.answer(credential, again) } });
    await remove(id);
    expect(await codeOfRefusal(signIn(device.answer(credential, await ask())))).toBe('passkey_refused');
    expect((await an.client.getTwoStep({})).data.enabled).toBe(true);
    await remove(second.passkey.id);
    expect((await an.client.getTwoStep({})).data).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expect(await codeOfRefusal(remove(id))).toBe('not_found');
    await signedInClient(server.baseUrl, { email: an.email, password: PASSWORD });
  });

  test('the command line takes them away with two-step', async () => {
    await add(an);
    const out = { write: () => true };
    const args = [an.email, 'two_step=off'];
    await setUser.run({ context: server.context, args, out } as never);
    const client = await signedInClient(server.baseUrl, { email: an.email, password: PASSWORD });
    expect((await client.listPasskeys({})).data).toEqual([]);
  });

  test('of another mailbox are added to none, and at most twenty to one', async () => {
    const binh = await newPerson(server);
    const { credential } = await add(an);
    const made = device.create((await binh.client.beginPasskey({})).data);
    const { passkey } = made;
    const ofAn = {
      ...passkey,
      credential: credential.id.toString('base64url'),
      attestation: replaceBytes(passkey.attestation, made.credential.id, credential.id),
    };
    const body = { name: 'x', passkey: ofAn };
    expect(await codeOfRefusal(binh.client.addPasskey({ body }))).toBe('passkey_refused');
    expect((await binh.client.getTwoStep({})).data.enabled).toBe(false);
    for (let count = 1; count < 20; count += 1) {
      await server.context.db
        .insertInto('passkeys')
        .values({
          ...{
            mailbox_id: an.mailbox,
            id: crypto.randomUUID(),
            credential: Buffer.from(crypto.randomUUID()),
          },
          ...{
            public_key: Buffer.alloc(0),
            counter: 0,
            transports: [],
            backed_up: false,
            name: 'x',
            created_at: 0,
          },
        })
        .execute();
    }
    expect(await codeOfRefusal(an.client.beginPasskey({}))).toBe('too_many_passkeys');
  });
});

function replaceBytes(text: string, from: Buffer, to: Buffer): string {
  const bytes = Buffer.from(text, 'base64url');
  to.copy(bytes, bytes.indexOf(from));
  return bytes.toString('base64url');
}

/** Invalid answers, for every endpoint. */
const MISDEEDS: [string, Misdeed][] = [
  ['of another origin', { origin: 'https://mail.saomai.example.attacker.example' }],
  ['of another origin of the same host', { origin: 'http://mail.saomai.example' }],
  ['for another relying party', { rp: 'attacker.example' }],
  ['to a challenge that nobody gave out', { challenge: Buffer.alloc(32).toString('base64url') }],
  ['with a counter that goes back', { counter: 1 }],
  ['with another user handle', { userHandle: 'AAAA' }],
  ['from within a frame of another site', { crossOrigin: true }],
];

describe('signing in', () => {
  let credential: Credential;
  beforeEach(async () => {
    credential = (await add(an)).credential;
  });

  test('by a passkey alone, which is a fresh proof and stands in the history', async () => {
    const asked = await ask();
    expect(asked).toMatchObject({ rp: 'mail.saomai.example', credentials: [], verified: true });
    const { data } = await signIn(device.answer(credential, asked));
    expect(data.user.email).toBe(an.email);
    an.client.setToken(data.token);
    await an.client.beginPasskey({});
    const { data: lines } = await an.client.listActivities({ query: {} });
    expect(lines[0]).toMatchObject({ kind: 'sign_in', method: 'passkey', outcome: 'ok' });
  });

  test.each([...MISDEEDS, ['without the person verified', { verified: false }] as [string, Misdeed]])(
    'is refused by an answer %s, and like one of nobody',
    async (_what, misdeed) => {
      const refused = await refusalOf(signIn(device.answer(credential, await ask(), misdeed)));
      const stranger = { ...credential, id: Buffer.from(crypto.randomUUID()) };
      const unknown = await refusalOf(signIn(device.answer(stranger, await ask())));
      expect(unknown).toMatchObject({ status: 400, code: 'passkey_refused' });
      if (misdeed.challenge === undefined) expect(refused).toEqual(unknown);
      else expect(refused.code).toBe('challenge_expired');
    },
  );

  test('takes an answer once, at however many calls at once', async () => {
    const answer = device.answer(credential, await ask());
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => signIn(answer)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = device.answer(credential, await ask());
    server.clock.pass(PROOF_MS);
    expect(await codeOfRefusal(signIn(late))).toBe('challenge_expired');
  });

  test('is closed to whoever was suspended', async () => {
    const { db } = server.context;
    await db.updateTable('mailboxes').set({ active: false }).where('id', '=', an.mailbox).execute();
    expect(await codeOfRefusal(signIn(device.answer(credential, await ask())))).toBe('passkey_refused');
  });

  describe('after the password', () => {
    const step = (challenge: string, passkey: PasskeyAnswer) =>
      an.client.login({ body: { challenge, passkey } });

    test('TF-3 takes the passkey, verified or not, and trusts the browser where that is asked for', async () => {
      const { challenge } = await beginSignIn(an);
      const asked = await ask(challenge);
      expect(asked).toMatchObject({ credentials: [{ transports: ['internal'] }], verified: false });
      const passkey = device.answer(credential, asked, { verified: false, userHandle: null });
      const answer = await fetch(`${server.baseUrl}/api/v2/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [COOKIE_HEADER.name]: COOKIE_HEADER.value },
        body: JSON.stringify({ challenge, passkey, trust_device: true }),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie().join()).toContain('bocau_trust_');
    });

    test('TF-3 counts refused passkeys as wrong codes: five end the challenge', async () => {
      const { challenge } = await beginSignIn(an);
      for (const [, misdeed] of MISDEEDS.slice(0, 5)) {
        const answer = device.answer(credential, await ask(challenge), misdeed);
        expect(await codeOfRefusal(step(challenge, answer))).toBe('passkey_refused');
      }
      expect(await codeOfRefusal(ask(challenge))).toBe('challenge_expired');
      const next = await beginSignIn(an);
      for (let count = 5; count < 10; count += 1) {
        const body = {
          challenge: count < 9 ? next.challenge : (await beginSignIn(an)).challenge,
          code: '123456',
        };
        expect(await codeOfRefusal(an.client.login({ body }))).toBe('code_incorrect');
      }
      const { challenge: last } = await beginSignIn(an);
      const wrong = device.answer(credential, await ask(last), { counter: 1 });
      expect(await codeOfRefusal(step(last, wrong))).toBe('too_many_requests');
      // The owner of the key can still sign in.
      await step(last, device.answer(credential, await ask(last)));
      expect((await an.client.listActivities({ query: {} })).data).toEqual(
        expect.arrayContaining([expect.objectContaining({ outcome: 'wrong_code', times: 11 })]),
      );
    });

    test('takes no passkey of another mailbox, and no answer to another sign-in', async () => {
      const binh = await newPerson(server);
      const foreign = (await add(binh)).credential;
      const { challenge } = await beginSignIn(an);
      const asked = await ask(challenge);
      expect(await codeOfRefusal(step(challenge, device.answer(foreign, asked)))).toBe('passkey_refused');
      const hers = await beginSignIn(binh);
      const toHers = device.answer(credential, await ask(hers.challenge));
      expect(await codeOfRefusal(step(challenge, toHers))).toBe('passkey_refused');
      const own = await beginSignIn(an);
      const toOwn = device.answer(credential, await ask(own.challenge));
      expect(await codeOfRefusal(step(challenge, toOwn))).toBe('passkey_refused');
      expect(await codeOfRefusal(step(challenge, device.answer(credential, await ask())))).toBe(
        'passkey_refused',
      );
      expect(await codeOfRefusal(signIn(toOwn))).toBe('challenge_expired');
      await step(own.challenge, toOwn);
    });
  });

  test('a proof is of one session, and of no password where two-step is on', async () => {
    const { data } = await signIn(device.answer(credential, await ask()));
    const second = clientOf(data.token);
    const { data: asked } = await second.askPasskeyProof({});
    const passkey = device.answer(credential, asked);
    expect(await codeOfRefusal(an.client.proveIdentity({ body: { passkey } }))).toBe('passkey_refused');
    await second.proveIdentity({ body: { passkey } });
    expect(await codeOfRefusal(second.proveIdentity({ body: { passkey } }))).toBe('passkey_refused');
    expect(await codeOfRefusal(second.proveIdentity({ body: { password: PASSWORD } }))).toBe(
      'verification_code_wrong',
    );
  });
});

test('an app and a passkey are both asked for, and turning two-step off takes both away', async () => {
  await turnOnTwoStep(server.context, an.mailbox, TOTP_SECRET);
  const { credential, recovery_codes } = await add(an);
  expect(recovery_codes).toEqual([]);
  expect((await beginSignIn(an)).methods).toEqual(['passkey', 'totp', 'recovery_code']);
  const code = hotp(TOTP_SECRET, timeStep(Math.floor(server.clock.now() / 1000)));
  await an.client.turnOffTwoStep({ body: { code } });
  expect(await codeOfRefusal(signIn(device.answer(credential, await ask())))).toBe('passkey_refused');
});

test('a passkey is made only by a person who was verified, here, and in the session that asked', async () => {
  for (const misdeed of [
    { verified: false },
    { origin: 'https://attacker.example' },
    { rp: 'attacker.example' },
  ]) {
    expect(await codeOfRefusal(add(an, 'x', misdeed))).toBe('passkey_refused');
  }
  const { data: asked } = await an.client.beginPasskey({});
  const second = await signedInClient(server.baseUrl, { email: an.email, password: PASSWORD });
  const body = { name: 'x', passkey: device.create(asked).passkey };
  expect(await codeOfRefusal(second.addPasskey({ body }))).toBe('passkey_refused');
  await an.client.addPasskey({ body });
  expect(await codeOfRefusal(an.client.addPasskey({ body }))).toBe('passkey_refused');
});

function clientOf(token: string | null) {
  return createApiClient({ baseUrl: server.baseUrl, fetch, ...(token === null ? {} : { token }) });
}

async function refusalOf(call: Promise<unknown>) {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw error ?? new Error('It was not refused');
  return { status: error.status, code: error.code, message: error.message, details: error.details };
}
