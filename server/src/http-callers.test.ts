import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { COOKIE_HEADER, SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUser } from './admin/set-user.ts';
import { lanAnh } from './demo-world/people.ts';
import { requireCode } from './features/session/second-step/challenge.ts';
import { needsOf } from './platform/http/endpoint-needs.ts';
import { errorsOf } from './platform/http/open-api.ts';
import { callEndpoint, type Outcome } from './test-kit/call-endpoint.ts';
import { newPerson } from './test-kit/new-person.ts';
import { makeOwnThings, type OwnThings } from './test-kit/own-things.ts';
import { sampleCall } from './test-kit/sample-calls.ts';
import { signedInClient } from './test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';
import { turnOnTwoStep } from './test-kit/turn-on-two-step.ts';

/** Those about what is another's, or of another domain, are in http-access.test.ts. */
const endpoints: [string, Endpoint][] = Object.entries(API);
const HOUR = 3_600_000;

type Headers = Record<string, string>;
/** Somebody who calls without a session that stands; what they send may look like one. */
type Outsider = { who: string; headers: Headers };

let server: TestServer;
const outsiders: Outsider[] = [];
let own: OwnThings;
let stale: { headers: Headers; own: OwnThings };
let member: Headers;

beforeAll(async () => {
  server = await startTestServer();
  const { context } = server;
  const an = await newPerson(server);
  own = await makeOwnThings(context, an.mailbox);
  await turnOnTwoStep(context, an.mailbox);
  const { details } = await requireCode(context, an.mailbox);
  const { challenge } = details as CodeRequired;
  const ended = await newPerson(server);
  await ended.client.logout({});
  const replaced = await newPerson(server);
  const another = await signedInClient(server.baseUrl, { email: replaced.email, password: lanAnh.password });
  await another.endOtherSessions({});
  const suspended = await newPerson(server);
  await suspended.client.getUserInfo({});
  const out = { write: () => true };
  const args = [suspended.email, 'active=off'];
  await setUser.run({ context, args, out, err: out } as never);

  outsiders.push(
    { who: 'nobody', headers: {} },
    { who: 'whose second step is missing', headers: sentAs(challenge) },
    {
      who: 'whose second step is missing, as a page',
      headers: { cookie: `${SESSION_COOKIE}=${challenge}`, [COOKIE_HEADER.name]: COOKIE_HEADER.value },
    },
    { who: 'whose session was left', headers: sentAs(ended.client.token) },
    { who: 'whose session another ended', headers: sentAs(replaced.client.token) },
    { who: 'who is suspended', headers: sentAs(suspended.client.token) },
  );
  const late = await newPerson(server, { kind: 'owner' });
  stale = { headers: sentAs(late.client.token), own: await makeOwnThings(context, late.mailbox) };
  await turnOnTwoStep(context, late.mailbox);
  member = sentAs((await newPerson(server)).client.token);
  server.clock.pass(HOUR);
});
afterAll(() => server.close());

const sentAs = (token: string): Headers => ({ [SESSION_HEADER]: token });

/** Every refusal is one that the description of the API names for that endpoint; a fault of ours never is. */
function expectDocumented(endpoint: Endpoint, { status, code }: Outcome, who: string): void {
  if (code === null) return;
  expect(errorsOf(endpoint), `${who}: ${status} ${code}`).toContain(code);
  expect(status < 500 || endpoint.errors.includes(code), `${who}: ${status} ${code}`).toBe(true);
}

/** After these the session opens nothing, or nothing but a new password. */
const ENDING = new Set(['logout', 'reportNotMe']);
/** They ask for a proof only where the rule sends mail on, somebody becomes an owner, or what is held is removed. */
const SELDOM = new Set(['createRule', 'updateRule', 'changePerson', 'changeAnyPerson', 'actOnBrake']);

describe('every endpoint of the contract', () => {
  test.each(endpoints)('AU-2 AU-6 %s answers nobody who is not in', async (_name, endpoint) => {
    const isClosed = needsOf(endpoint.access) !== null;
    const { input } = sampleCall(endpoint, own);
    for (const { who, headers } of outsiders) {
      const outcome = await callEndpoint(server.baseUrl, endpoint, input, headers);
      const code = who === 'who is suspended' ? 'account_suspended' : 'session_required';
      if (isClosed) expect(outcome, who).toEqual({ status: 401, code });
      else expectDocumented(endpoint, outcome, who);
    }
  });

  test.each(endpoints.filter(([name, { access }]) => needsOf(access) !== null && !ENDING.has(name)))(
    'AU-2 %s asks an owner who signed in an hour ago for a proof where it names one, and refuses others what is an owner’s',
    async (name, endpoint) => {
      const { input } = sampleCall(endpoint, stale.own);
      const outcome = await callEndpoint(server.baseUrl, endpoint, input, stale.headers);
      expectDocumented(endpoint, outcome, 'signed in an hour ago');
      const needs = needsOf(endpoint.access);
      if (needs?.assurance) expect(outcome.code).toBe('code_required');
      else if (needs?.provider) expect(outcome.code).toBe('forbidden');
      else if (endpoint.errors.includes('proof_required') && !SELDOM.has(name))
        expect(outcome.code).toBe('proof_required');
      if (needs?.role !== 'owner' && needs?.admin === undefined) return;
      const asMember = await callEndpoint(server.baseUrl, endpoint, input, member);
      expect(asMember).toEqual({ status: 403, code: 'forbidden' });
    },
  );
});
