import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { PUBLIC_URL, startOfficeServer } from '../../test-kit/office-server.ts';
import { startSecondServer } from '../../test-kit/second-server.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createWopiClient, type Editor } from '../../test-kit/wopi-client.ts';

type Office = Awaited<ReturnType<typeof startOfficeServer>>;

let office: Office;
let server: TestServer;
let an: NewPerson;
let file: Editor;

beforeAll(async () => {
  office = await startOfficeServer();
  server = await startTestServer({ env: { OFFICE_URL: office.url, PUBLIC_URL } });
  an = await newPerson(server);
  file = await createWopiClient(server, office, an).open();
});
afterAll(async () => {
  await server.close();
  office.close();
});

type Signers = NonNullable<Parameters<Office['proofOf']>[3]>;

const pathOf = ({ id, token }: Editor) => `/wopi/files/${id}?access_token=${token}`;

async function ask(headers: Record<string, string>, baseUrl = server.baseUrl): Promise<number> {
  return (await fetch(baseUrl + pathOf(file), { headers })).status;
}

const proof = (by?: Signers, minutesAgo = 0) =>
  office.proofOf(pathOf(file), file.token, { now: () => server.clock.now() - minutesAgo * 60_000 }, by);
const GARBAGE = Buffer.alloc(256, 7).toString('base64');

// The group ProofKeys of the published validator of WOPI hosts (microsoft/wopi-validator-core).
test.each<[string, () => Record<string, string>, number]>([
  ['ProofKeyCurrentValidOldGarbage', () => ({ ...proof(), 'x-wopi-proofold': GARBAGE }), 200],
  ['ProofKeyWacAheadOfHost', () => proof({ proof: 'next', proofOld: 'current' }), 200],
  [
    'ProofKeyWacBehindHost',
    () => ({ ...proof({ proof: 'old', proofOld: 'old' }), 'x-wopi-proofold': GARBAGE }),
    200,
  ],
  [
    'ProofKeyCurrentOldGarbage',
    () => ({ ...proof(), 'x-wopi-proof': GARBAGE, 'x-wopi-proofold': GARBAGE }),
    500,
  ],
  ['ProofKeyCurrentGarbageValidOldFromOldKey', () => ({ ...proof(), 'x-wopi-proof': GARBAGE }), 500],
  ['WopiTimestampOlderThan20Min', () => proof(undefined, 21), 500],
  ['no proof at all', () => ({}), 500],
  ['the proof of another time', () => ({ ...proof(), 'x-wopi-timestamp': '1' }), 500],
])('a call is judged as the published validator has it: %s', async (_, headers, status) => {
  expect(await ask(headers())).toBe(status);
});

test('while the keys of the office server can not be read, no session of an editor is ended by a 401', async () => {
  office.silence(true);
  const second = await startSecondServer(server);
  try {
    expect(await ask(proof(), second.baseUrl)).toBe(503);
    office.silence(false);
    expect(await ask(proof(), second.baseUrl)).toBe(503);
    server.clock.pass(20_000);
    expect(await ask(proof(), second.baseUrl)).toBe(200);
    // Signed with newer keys than the known ones.
    server.clock.pass(20_000);
    office.rotateKeys();
    office.rotateKeys();
    office.silence(true);
    expect(await ask(proof(), second.baseUrl)).toBe(503);
    office.silence(false);
    server.clock.pass(20_000);
    expect(await ask(proof(), second.baseUrl)).toBe(200);
  } finally {
    office.silence(false);
    await second.close();
  }
});

test('keys that changed right after they were read are read again after a while', async () => {
  server.clock.pass(20_000);
  expect(await ask({})).toBe(500);
  office.rotateKeys();
  office.rotateKeys();
  expect(await ask(proof())).toBe(500);
  server.clock.pass(20_000);
  expect(await ask(proof())).toBe(200);
});
