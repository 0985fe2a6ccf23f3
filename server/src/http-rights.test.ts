import { API } from '@bocau/contract/api.ts';
import {
  endpoint as define,
  type Endpoint,
  MAILBOX_RIGHTS,
  type MailboxRight,
} from '@bocau/contract/endpoint.ts';
import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDomain } from './features/people/create-people.ts';
import { mailboxRows } from './kernel/kernels.ts';
import { needsOf } from './platform/http/endpoint-needs.ts';
import { addMember, inMailbox } from './test-kit/add-member.ts';
import { callEndpoint, type Outcome } from './test-kit/call-endpoint.ts';
import { type NewPerson, newPerson } from './test-kit/new-person.ts';
import { makeOwnThings, type OwnThings } from './test-kit/own-things.ts';
import { sampleCall } from './test-kit/sample-calls.ts';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

type Case = [name: string, endpoint: Endpoint];

const endpoints: Case[] = Object.entries(API);
const rightOf = ({ on }: Endpoint): MailboxRight | null => (typeof on === 'object' ? on.mailbox : null);
const ofMailboxes = endpoints.filter(([, endpoint]) => rightOf(endpoint) !== null);
/** After these, the session opens nothing more. */
const ENDING = new Set(['logout', 'reportNotMe', 'changePassword']);
const ofPeople = endpoints.filter(([name, { on }]) => on === 'person' && !ENDING.has(name));
/** They are no GET, and change nothing of the mailbox all the same. */
const READS = new Set(['checkAddresses', 'signImages', 'preparePreview', 'saveToDrive']);

const NONE: Outcome = { status: 404, code: 'mailbox_not_found' };
const LACKING: Outcome = { status: 403, code: 'forbidden' };

let server: TestServer;
let owner: NewPerson;
let things: OwnThings;
/** With each right alone. */
const members = new Map<MailboxRight, NewPerson>();
const outsiders: { who: string; person: NewPerson }[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { context } = server;
  owner = await newPerson(server);
  things = await makeOwnThings(context, owner.mailbox);
  for (const right of MAILBOX_RIGHTS) {
    const who = await newPerson(server);
    await addMember(server, { of: owner, who, rights: [right] });
    members.set(right, who);
  }
  const elsewhere = await newPerson(server);
  await addMember(server, { of: await newPerson(server), who: elsewhere, rights: [...MAILBOX_RIGHTS] });
  await createDomain(context, 'thanhloi.example', true);
  const foreign = await newPerson(server, { domain: 'thanhloi.example', kind: 'owner' });
  await addMember(server, { of: owner, who: foreign, rights: [...MAILBOX_RIGHTS] });
  outsiders.push(
    { who: 'a member of another mailbox', person: elsewhere },
    { who: 'the owner of the domain', person: await newPerson(server, { kind: 'owner' }) },
    { who: 'a stranger of the domain', person: await newPerson(server) },
    { who: 'somebody of another domain, made a member', person: foreign },
  );
});
afterAll(() => server.close());

function call(endpoint: Endpoint, { client }: NewPerson, email = owner.email): Promise<Outcome> {
  const { input } = sampleCall(endpoint, things);
  return callEndpoint(server.baseUrl, endpoint, input, {
    [SESSION_HEADER]: client.token,
    ...inMailbox(email),
  });
}

/** All rows of the owner's mailbox and drive, table by table. */
async function holdings(): Promise<unknown> {
  const parts = mailboxRows().map(
    ({ table, column = 'mailbox_id' }) =>
      sql`select ${table} as name, md5(string_agg(t::text, ',' order by t::text)) as hash
        from ${sql.table(table)} t where ${sql.ref(`t.${column}`)} = ${owner.mailbox}`,
  );
  const { rows } = await sql`${sql.join(parts, sql` union all `)}`.execute(server.context.db);
  return rows;
}

const mayCall = (right: MailboxRight, endpoint: Endpoint): boolean =>
  rightOf(endpoint) === 'read' || rightOf(endpoint) === right;

describe('every endpoint', () => {
  test('says what it acts on, unless it is for anybody or for administrators', () => {
    for (const [name, { access, on }] of endpoints) {
      const isPersons = needsOf(access) !== null && needsOf(access)?.admin === undefined;
      expect([name, on !== undefined]).toEqual([name, isPersons]);
    }
    const shared = { method: 'GET', path: '/x', summary: '', errors: [] } as const;
    define({ ...shared, access: 'session', on: 'person' });
    // @ts-expect-error an endpoint for signed-in people acts on something
    define({ ...shared, access: 'session' });
    // @ts-expect-error nobody in particular has no mailbox
    define({ ...shared, access: 'public', on: 'person' });
  });

  test('that needs the right to read alone is a GET, but for a few that change nothing', () => {
    const others = ofMailboxes.filter(([, one]) => rightOf(one) === 'read' && one.method !== 'GET');
    expect(new Set(others.map(([name]) => name))).toEqual(READS);
    const gets = ofMailboxes.filter(([, one]) => rightOf(one) !== 'read' && one.method === 'GET');
    expect(gets.map(([name]) => name).sort()).toEqual(['getRule', 'getSpamInfo', 'listRules']);
  });
});

// In this order: what is refused leaves all as it is for what is not.
describe('the mailbox that a call names', () => {
  test('AU-7 is none to whoever is no member of it, as one that there is not, and nothing is done', async () => {
    const before = await holdings();
    for (const [name, endpoint] of ofMailboxes) {
      for (const { who, person } of outsiders) {
        expect([name, who, await call(endpoint, person)]).toEqual([name, who, NONE]);
      }
      expect([name, await call(endpoint, owner, 'khong-co@saomai.example')]).toEqual([name, NONE]);
    }
    for (const email of ['không phải địa chỉ', '', `${owner.email},${owner.email}`])
      expect([email, await call(API.listFolders, owner, email)]).toEqual([email, NONE]);
    expect(await holdings()).toEqual(before);
  });

  test('AU-7 refuses a member what their right does not include, and nothing is done', async () => {
    const before = await holdings();
    for (const [right, member] of members) {
      for (const [name, endpoint] of ofMailboxes.filter(([, one]) => !mayCall(right, one)))
        expect([right, name, await call(endpoint, member)]).toEqual([right, name, LACKING]);
    }
    expect(await holdings()).toEqual(before);
  });

  test('is no matter to what acts on the person: it stays as it is', async () => {
    const before = await holdings();
    const member = members.get('manage') as NewPerson;
    for (const [name, endpoint] of ofPeople) {
      const { code } = await call(endpoint, member);
      expect([name, code]).not.toEqual([name, NONE.code]);
      // TE-8: owners and whom they name change templates of the domain, and this is neither.
      const isOfKeepers = endpoint.path.startsWith('/api/v2/domain-templates');
      if (needsOf(endpoint.access)?.role === undefined && !isOfKeepers)
        expect([name, code]).not.toEqual([name, LACKING.code]);
    }
    expect(await holdings()).toEqual(before);
  });

  test('answers a member as its owner where they read, and changes by it what reading changes: nothing', async () => {
    const reads = ofMailboxes.filter(([, one]) => rightOf(one) === 'read' && one.method === 'GET');
    const reader = members.get('read') as NewPerson;
    const before = await holdings();
    const seen = new Map<string, Outcome>();
    for (const [name, endpoint] of reads) seen.set(name, await call(endpoint, reader));
    expect(await holdings()).toEqual(before);
    for (const [name, endpoint] of reads) {
      const own = await call(endpoint, owner);
      expect([name, seen.get(name)]).toEqual([name, own]);
      expect([name, own.status < 500 || own.code === 'service_unavailable']).toEqual([name, true]);
    }
  });

  test.each(MAILBOX_RIGHTS)('lets a member who may %s do all that this includes', async (right) => {
    const member = members.get(right) as NewPerson;
    for (const [name, endpoint] of ofMailboxes.filter(([, one]) => mayCall(right, one))) {
      // What another call of these has removed is not there; the mailbox is.
      const { code } = await call(endpoint, member);
      expect([right, name, code]).not.toEqual([right, name, NONE.code]);
      expect([right, name, code]).not.toEqual([right, name, LACKING.code]);
      expect([right, name, code]).not.toEqual([right, name, 'internal_error']);
    }
  });

  test('stands in the query where a browser asks by itself, and nowhere else', async () => {
    const [reader, stranger] = [
      members.get('read') as NewPerson,
      (outsiders[2] as { person: NewPerson }).person,
    ];
    const ask = (endpoint: Endpoint, { client }: NewPerson, email: string) => {
      const { input } = sampleCall(endpoint, things);
      const query = { ...input.query, mailbox: email };
      const headers: Record<string, string> = needsOf(endpoint.access)?.cookie
        ? { cookie: `${SESSION_COOKIE}=${client.token}` }
        : { [SESSION_HEADER]: client.token };
      return callEndpoint(server.baseUrl, endpoint, { ...input, query }, headers);
    };
    const byCookie = ofMailboxes.filter(([, { access }]) => needsOf(access)?.cookie);
    expect(byCookie.length).toBeGreaterThan(3);
    for (const [name, endpoint] of byCookie) {
      expect([name, await ask(endpoint, stranger, owner.email)]).toEqual([name, NONE]);
      expect([name, await ask(endpoint, reader, owner.email)]).not.toEqual([name, NONE]);
    }
    expect(await ask(API.listFolders, stranger, owner.email)).toEqual({ status: 200, code: null });
  });
});
