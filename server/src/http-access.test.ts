import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { ERROR_CODES, type ErrorCode } from '@bocau/contract/errors.ts';
import { COOKIE_HEADER, SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setDomain } from './admin/set-domain.ts';
import { lanAnh } from './demo-world/people.ts';
import { createDomain, createMailbox } from './features/people/create-people.ts';
import { signInProgram } from './features/session/sign-in-program.ts';
import { needsOf } from './platform/http/endpoint-needs.ts';
import { errorsOf } from './platform/http/open-api.ts';
import { callEndpoint, type Outcome } from './test-kit/call-endpoint.ts';
import { newPerson } from './test-kit/new-person.ts';
import { makeOwnThings, type OwnThings, sameIdForAll, THINGS_OF_ROOMS } from './test-kit/own-things.ts';
import { addressOf, type CallInput, sampleCall, withForeignId } from './test-kit/sample-calls.ts';
import { signedInClient } from './test-kit/signed-in-client.ts';
import { connectSocket } from './test-kit/socket-client.ts';
import { softwareAuthenticator } from './test-kit/software-authenticator.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

const endpoints: [string, Endpoint][] = Object.entries(API);
const closed = endpoints.filter(([, endpoint]) => needsOf(endpoint.access) !== null);
// It would end the session that the other calls are made with; session.test.ts has it.
const kept = closed.filter(([name]) => name !== 'logout' && name !== 'reportNotMe');
const anyThings = sameIdForAll('x');

let server: TestServer;
const tokens = new Map<string, string>();

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function tokenOf(email: string): Promise<string> {
  const token = tokens.get(email) ?? (await server.signIn(email)).token;
  tokens.set(email, token);
  return token;
}

const call = (endpoint: Endpoint, input: CallInput, headers: Record<string, string>) =>
  callEndpoint(server.baseUrl, endpoint, input, headers);

const untouched = new Map<string, Map<string, Partial<OwnThings>>>();

/** They name a sender by an address, which is no thing of one's own. */
const OF_A_SENDER: ReadonlySet<string> = new Set(['deleteLargeMessages', 'deleteNewsletters']);

/** A call about things of this mailbox: what only reads, and what is refused, leaves them for the next. */
async function callAboutOwn(endpoint: Endpoint, email: string): Promise<Outcome> {
  const rooms = untouched.get(email) ?? new Map();
  untouched.set(email, rooms);
  const mailboxId = await server.mailboxId(email);
  for (const [room, add] of Object.entries(THINGS_OF_ROOMS)) {
    if (!rooms.has(room)) rooms.set(room, await add(server.context, mailboxId));
  }
  const { input, ids } = sampleCall(endpoint, Object.assign({}, ...rooms.values()));
  const outcome = await call(endpoint, input, { [SESSION_HEADER]: await tokenOf(email) });
  if (endpoint.method === 'GET' || outcome.code !== null) return outcome;
  for (const [room, things] of rooms) {
    if (ids.length === 0 || ids.some(({ kind }) => kind in things)) rooms.delete(room);
  }
  return outcome;
}

/** Of these one call costs much: a parser, a program beside ours, a request to elsewhere, a job, many files. */
const EXPENSIVE = new Set([
  'uploadFile',
  'downloadMessageFiles',
  'openAttachedMessage',
  'preparePreview',
  'signImages',
  'getSpamInfo',
  'unsubscribe',
  'startBulk',
  'restoreRemovedMessages',
  'suggest',
]);

describe('every endpoint of the contract', () => {
  test.each(endpoints)('%s has a limit where it is public or expensive', (name, { access, limit }) => {
    if (access === 'public' || EXPENSIVE.has(name)) expect(limit).toBeDefined();
    // Nobody has an account or a session there.
    if (access === 'public') expect(limit?.by).toBe('address');
  });

  test('limits of one name are the same', () => {
    const byName = new Map<string, object>();
    for (const [, { limit }] of endpoints) {
      if (limit) expect(byName.get(limit.name) ?? limit).toEqual(limit);
      if (limit) byName.set(limit.name, limit);
    }
    expect([...EXPENSIVE].filter((name) => !(name in API))).toEqual([]);
  });

  test.each(closed)('AU-2 %s asks for a session', async (_name, endpoint) => {
    const { input } = sampleCall(endpoint, anyThings);
    const refused = { status: 401, code: 'session_required' };
    expect(await call(endpoint, input, {})).toEqual(refused);
    expect(await call(endpoint, input, { [SESSION_HEADER]: 'of-nobody' })).toEqual(refused);
  });

  test.each(closed)(
    'AU-2 %s takes the cookie alone only where a browser asks by itself',
    async (_name, endpoint) => {
      const { input } = sampleCall(endpoint, anyThings);
      const cookie = `${SESSION_COOKIE}=${await tokenOf('dung.le@saomai.example')}`;
      const { code } = await call(endpoint, input, { cookie });
      const byCookie = needsOf(endpoint.access)?.cookie === true;
      expect(!byCookie || endpoint.method === 'GET').toBe(true);
      if (byCookie) expect(code).not.toBe('session_required');
      else expect(code).toBe('session_required');
      const ofOtherSite = {
        cookie,
        [COOKIE_HEADER.name]: COOKIE_HEADER.value,
        'sec-fetch-site': 'cross-site',
      };
      if (!byCookie) expect((await call(endpoint, input, ofOtherSite)).code).toBe('session_required');
      // Older browsers say only by Origin where they are.
      for (const origin of ['https://evil.example', 'null']) {
        const headers = { cookie, [COOKIE_HEADER.name]: COOKIE_HEADER.value, origin };
        if (!byCookie) expect((await call(endpoint, input, headers)).code).toBe('session_required');
      }
    },
  );

  test.each(kept)(
    'AU-2 %s takes the cookie with the header that only our pages send',
    async (_name, endpoint) => {
      const { input } = sampleCall(endpoint, anyThings);
      const cookie = `${SESSION_COOKIE}=${await tokenOf('dung.le@saomai.example')}`;
      const { code } = await call(endpoint, input, { cookie, [COOKIE_HEADER.name]: COOKIE_HEADER.value });
      expect(code).not.toBe('session_required');
    },
  );

  test('DM-1 what is read below a path that asks for a verified domain asks for one, too', () => {
    const reads = closed.map(([, endpoint]) => endpoint).filter(({ method }) => method === 'GET');
    const verified = reads.filter(({ access }) => needsOf(access)?.verified).map(({ path }) => path);
    const open = reads.filter(({ access }) => !needsOf(access)?.verified);
    const paths = open.map(({ path }) => path);
    expect(paths.filter((path) => verified.some((above) => path.startsWith(`${above}/`)))).toEqual([]);
  });

  test.each(kept)(
    'DM-1 %s is closed to an unverified domain where it acts on mail',
    async (_name, endpoint) => {
      const { status, code } = await callAboutOwn(endpoint, 'nam.vo@bienxanh.example');
      if (needsOf(endpoint.access)?.verified) expect([status, code]).toEqual([403, 'domain_unverified']);
      // An address that is not one's own is refused everywhere.
      else expect(code).not.toBe('domain_unverified');
    },
  );

  test.each(kept)('%s takes a call about things of one’s own', async (name, endpoint) => {
    const { status, code } = await callAboutOwn(endpoint, 'ha.pham@saomai.example');
    // Some refuse what the sample asks, as to delete a folder that is full; none may misread or not find it. Of whom
    // nothing has come there is nothing to delete.
    const isMissing = status === 404 && !OF_A_SENDER.has(name);
    expect(isMissing || status >= 500 || code === 'invalid_input', `${status} ${code}`).toBe(false);
    if (code !== null) expect(errorsOf(endpoint)).toContain(code);
  });
});

describe('a domain that requires two-step sign-in', () => {
  const email = 'an@bat-buoc.example';

  test('TF-1 AU-2 opens nothing but its setup to a session without it, by any door, and then everything', async () => {
    const { context, baseUrl } = server;
    const out = { write: () => true };
    const { password_hash: passwordHash } = await context.db
      .selectFrom('mailboxes')
      .select('password_hash')
      .where('email', '=', lanAnh.email)
      .executeTakeFirstOrThrow();
    await createDomain(context, 'bat-buoc.example', true);
    const mailbox = await createMailbox(context, { ...lanAnh, email, aliases: [], passwordHash });
    const args = ['bat-buoc.example', 'require_two_step=on'];
    await setDomain.run({ context, args, out } as never);

    const client = await signedInClient(baseUrl, { email, password: lanAnh.password });
    const headers = { [SESSION_HEADER]: client.token };
    const own = await makeOwnThings(context, mailbox);
    for (const [name, endpoint] of kept) {
      const { input } = sampleCall(endpoint, own);
      const { status, code } = await call(endpoint, input, headers);
      if (needsOf(endpoint.access)?.before?.includes('set_up_two_step'))
        expect([name, code]).not.toEqual([name, 'two_step_required']);
      else expect([name, status, code]).toEqual([name, 403, 'two_step_required']);
    }
    const socket = await connectSocket(baseUrl, { room: email, token: client.token });
    expect(await socket.closed).toMatchObject({ code: 4403 });
    const program = { name: email, password: lanAnh.password, address: '192.0.2.9', userAgent: 'x' };
    await expect(
      signInProgram(context, { ...program, scope: 'smtp', protocol: 'smtp' }),
    ).rejects.toMatchObject({
      code: 'app_password_required',
    });

    const device = softwareAuthenticator(context.config.http.publicUrl);
    const made = device.create((await client.beginPasskey({})).data);
    const { data } = await client.addPasskey({ body: { name: 'Khóa', passkey: made.passkey } });
    expect((await client.getUserInfo({})).data.email).toBe(email);
    expect((await client.getTwoStep({})).data).toMatchObject({ enabled: true, required: true });
    const off = () => client.turnOffTwoStep({ body: { code: data.recovery_codes[0] as string } });
    const remove = (id: string) => client.removePasskey({ params: { id } });
    await remove(own.passkey);
    for (const last of [off, () => remove(data.passkey.id)]) {
      await expect(last()).rejects.toMatchObject({ status: 400, code: 'two_step_not_optional' });
    }
    expect((await client.getTwoStep({})).data.recovery_codes_left).toBe(10);

    await setDomain.run({ context, args: ['bat-buoc.example', 'require_two_step=off'], out } as never);
    await off();
    expect((await client.getTwoStep({})).data).toMatchObject({ enabled: false, required: false });
  });
});

describe('things of another mailbox', () => {
  /** Opens the mailbox whatever folder is asked for; `start-route.test.ts` shows that another's is none. */
  const opensAnyway = 'getStart';
  /** Each thing has an answer of its own (GR-40): of another's, that there is none. */
  const ANSWERS_EACH = new Set(['decideHeldMessages', 'decideManyGroupHeld']);
  const withIds = kept.filter(
    ([name, endpoint]) => name !== opensAnyway && sampleCall(endpoint, anyThings).ids.length > 0,
  );
  const strangers: { who: string; token: string; own: OwnThings }[] = [];
  let foreign: OwnThings;
  let held: string;

  beforeAll(async () => {
    const { context } = server;
    const minh = 'minh.tran@saomai.example';
    const own = await makeOwnThings(context, await server.mailboxId(minh));
    strangers.push({ who: 'of the same domain', token: await tokenOf(minh), own });
    await createDomain(context, 'thanhloi.example', true);
    const owner = await newPerson(server, { domain: 'thanhloi.example', kind: 'owner' });
    const things = await makeOwnThings(context, owner.mailbox);
    strangers.push({ who: 'the owner of another domain', token: owner.client.token, own: things });
    foreign = await makeOwnThings(server.context, await server.mailboxId('lan.anh@saomai.example'));
    held = await holdings();
  });

  /** Everything that a mailbox holds, as one hash. */
  async function holdings(): Promise<string> {
    const tables = [
      'mailbox_state',
      'folders',
      'threads',
      'messages',
      'drafts',
      'outbox',
      'outbox_recipients',
      'attachments',
      'list_rows',
      'bulk_jobs',
      'changes',
      'settings',
      'rules',
    ];
    const parts = tables.map((table) => sql`select ${table} || t::text as row from ${sql.table(table)} t`);
    const { rows } = await sql<{ hash: string }>`
      select md5(string_agg(row, ',' order by row)) as hash from (${sql.join(parts, sql` union all `)}) as all_rows
    `.execute(server.context.db);
    return rows[0]?.hash as string;
  }

  async function answersOf(endpoint: Endpoint, input: CallInput, token: string): Promise<unknown[]> {
    const headers = { [SESSION_HEADER]: token, 'content-type': 'application/json' };
    const body = JSON.stringify(input.body);
    const answer = await fetch(server.baseUrl + addressOf(endpoint, input), {
      ...{ method: endpoint.method, headers, body },
    });
    return ((await answer.json()) as { data: unknown[] }).data;
  }

  test.each(withIds)('AU-7 are not there for %s, and stay as they are', async (name, endpoint) => {
    const before = held;
    const needs = needsOf(endpoint.access);
    const isOwners = needs?.role === 'owner' || needs?.admin !== undefined;
    // What is for providers alone is refused before anything is looked for.
    const expected = needs?.provider ? [403, 403] : [404, 404];
    for (const { who, token, own } of strangers) {
      // Whoever is no owner is told so, whatever they ask for.
      if (isOwners && who === 'of the same domain') continue;
      // TE-8: these are everybody's of the domain.
      if (endpoint.path.startsWith('/api/v2/domain-templates/') && who === 'of the same domain') continue;
      const { input, ids } = sampleCall(endpoint, own);
      for (const place of ids) {
        const asked = withForeignId(input, place, foreign);
        if (place.part === 'body' && ANSWERS_EACH.has(name)) {
          const answers = await answersOf(endpoint, asked, token);
          expect(answers.at(-1)).toEqual({ id: foreign[place.kind], message: null });
          continue;
        }
        const { status, code } = await call(endpoint, asked, { [SESSION_HEADER]: token });
        expect(
          [status, ERROR_CODES[code as ErrorCode]],
          `${who}: ${place.part} ${place.path.join('.')}: ${code}`,
        ).toEqual(expected);
        if (needs?.provider) expect(code).toBe('forbidden');
        else expect(endpoint.errors).toContain(code);
      }
    }
    held = await holdings();
    expect(held).toBe(before);
  });

  test('are asked for by every endpoint that has an id in its address', () => {
    const names = new Set(withIds.map(([name]) => name));
    const missed = kept.filter(([name, endpoint]) => endpoint.path.includes('/:') && !names.has(name));
    expect(missed).toEqual([]);
  });
});
