import { LIMITS } from '@bocau/contract/limits.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { bytesCounted } from '../../test-kit/bytes-counted.ts';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { purgePeople } from '../people/purge-people.ts';
import { deleteOldMerges } from './merges/merges.store.ts';

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await cardDavPerson(server);
});

const put = (name: string, ...lines: string[]) =>
  an.dav.call('PUT', `${an.book}${name}.vcf`, {
    body: vcard(name, `Bạn ${name}`, ...lines),
    headers: { 'content-type': 'text/vcard' },
  });
const counted = (mailbox = an.mailbox) => bytesCounted(server.context.db, 'contacts', mailbox);
const ids = async () => (await an.client.listContacts({ query: {} })).data.map(({ id }) => id);
const setBytes = (bytes: number | null, mailbox = an.mailbox) =>
  server.context.db.updateTable('contact_state').set({ bytes }).where('mailbox_id', '=', mailbox).execute();

async function importCards(file: string): Promise<string> {
  const uid = crypto.randomUUID();
  const form = new FormData();
  form.set('uid', uid);
  form.set('file', new Blob([file]), 'danh-ba.vcf');
  const headers = { [SESSION_HEADER]: an.client.token };
  const url = `${server.baseUrl}/api/contacts/v1/import`;
  expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(200);
  return uid;
}

test('CT-62 whatever becomes of cards, the bytes that are counted are those of their texts', async () => {
  const random = prng('bytes of cards');
  const { client } = an;
  const note = () => `NOTE:${'x'.repeat(random.int(0, 5_000))}`;
  const merges: string[] = [];
  const acts: Record<string, () => Promise<unknown>> = {
    put: () => put(`c${random.int(0, 6)}`, note(), random.chance(0.3) ? 'CATEGORIES:Xóm' : 'TITLE:A'),
    group: () =>
      put('nhom', 'X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:c1', note()),
    create: () => client.createContact({ body: { fields: { full_name: 'Chi', lists: ['Xóm'] } } }),
    edit: async () => {
      for (const id of (await ids()).slice(0, 2))
        await client.changeContact({ params: { id }, body: { fields: { notes: note() } } });
    },
    remove: () => an.dav.call('DELETE', `${an.book}c${random.int(0, 6)}.vcf`),
    trash: async () => {
      const some = (await ids()).slice(0, 2);
      if (some.length > 0) await client.trashContacts({ body: { ids: some } });
      if (some.length > 0 && random.chance(0.5)) await client.restoreContacts({ body: { ids: some } });
    },
    empty: () => client.deleteContacts({ body: {} }),
    merge: async () => {
      const [first, ...others] = (await ids()).slice(0, 3);
      if (first === undefined || others.length === 0) return;
      const uid = crypto.randomUUID();
      await client.mergeContacts({ body: { uid, keep_id: first, ids: others } });
      merges.push(uid);
      if (random.chance(0.5)) await client.undoContactMerge({ body: { uid } });
    },
    import: async () => {
      const uid = await importCards([1, 2, 3].map((n) => vcard(`i${n}`, `Nhập ${n}`, note())).join(''));
      if (random.chance(0.5)) await client.undoContactImport({ body: { uid } });
    },
  };
  const names = Object.keys(acts);
  for (let step = 0; step < 80; step += 1) {
    const name = step < names.length ? (names[step] ?? '') : random.pick(names);
    await acts[name]?.();
    const { state, sum } = await counted();
    expect({ step, name, state }).toEqual({ step, name, state: sum });
  }
  expect(merges.length).toBeGreaterThan(0);
});

test('CT-62 cards that are handed over count for who gets them, however many they are', async () => {
  const heir = await newPerson(server);
  await heir.client.createContact({ body: { fields: { full_name: 'Chi' } } });
  await put('a', `NOTE:${'x'.repeat(3_000)}`);
  const [book] = (await an.client.listContactBooks({})).data;
  const members = [{ address: heir.email, permission: 'WRITE' as const }];
  await an.client.setBookMembers({ params: { id: book?.id ?? '' }, body: { members } });
  const { db } = server.context;
  await sql`update mailboxes set deleted_at = 1, purge_at = 1 where id = ${an.mailbox}`.execute(db);
  const before = await counted(heir.mailbox);
  await setBytes(LIMITS.contactBytes, heir.mailbox);
  await purgePeople(server.context, new AbortController().signal);
  const { state, sum } = await counted(heir.mailbox);
  expect(sum).toBeGreaterThan(before.sum + 3_000);
  expect(state).toBe(LIMITS.contactBytes + sum - before.sum);
});

test('CT-62 at the limit nothing more is taken, and what makes cards smaller is', async () => {
  const { client } = an;
  expect((await put('a', `NOTE:${'x'.repeat(2_000)}`)).status).toBe(201);
  await setBytes(LIMITS.contactBytes - 10);
  const refused = expect.objectContaining({
    ...{ status: 400, code: 'too_many_contacts', details: { limit_bytes: LIMITS.contactBytes } },
    message: expect.stringContaining('empty their trash'),
  });
  await expect(client.createContact({ body: { fields: { full_name: 'Bình' } } })).rejects.toEqual(refused);
  const [id = ''] = await ids();
  const edit = (notes: string) => client.changeContact({ params: { id }, body: { fields: { notes } } });
  await expect(edit('x'.repeat(3_000))).rejects.toEqual(refused);
  expect((await put('b')).status).toBe(507);
  expect((await put('a', `NOTE:${'x'.repeat(3_000)}`)).status).toBe(507);
  await edit('x'.repeat(1_000));
  await client.trashContacts({ body: { ids: [id] } });
  await client.restoreContacts({ body: { ids: [id] } });
  // There is room again.
  expect((await put('b')).status).toBe(201);
  // An older release wrote too much, or the limit was lower: less is fine all the same.
  await setBytes(2 * LIMITS.contactBytes);
  await edit('');
});

test('CT-62 what a merge keeps for its undo counts until it is kept no longer', async () => {
  await put('a', `NOTE:${'x'.repeat(2_000)}`);
  await put('b');
  const [keep = '', ...others] = (await ids()).toReversed();
  const before = await counted();
  const body = { uid: crypto.randomUUID(), keep_id: keep, ids: others };
  await setBytes(LIMITS.contactBytes);
  await expect(an.client.mergeContacts({ body })).rejects.toEqual(
    expect.objectContaining({ code: 'too_many_contacts' }),
  );
  await setBytes(before.sum);
  await an.client.mergeContacts({ body });
  const kept = await counted();
  expect([kept.state, kept.sum > before.sum]).toEqual([kept.sum, true]);
  await inTransaction(server.context.db, (tx) => deleteOldMerges(tx, unixSeconds(server.context.clock) + 1));
  const { state, sum } = await counted();
  expect([state, sum < kept.sum]).toEqual([sum, true]);
});

test('CT-62 cards that no release has counted are counted at the next change', async () => {
  await put('a', `NOTE:${'x'.repeat(2_000)}`);
  await put('b');
  await setBytes(null);
  await put('c');
  const { state, sum } = await counted();
  expect(state).toBe(sum);
});
