import type { ContactFields } from '@bocau/contract/contacts.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { corpus } from '../../contacts/vcard/corpus/corpus.ts';
import { fieldNames, linesExcept, PROPERTIES } from '../../contacts/vcard/corpus/edited-lines.ts';
import { readCard } from '../../contacts/vcard/read-card.ts';
import { splitCards } from '../../contacts/vcard/split-cards.ts';
import { type CardDavPerson, cardDavPerson } from '../../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await cardDavPerson(server);
});
afterAll(() => server.close());

const get = async () => (await an.dav.call('GET', `${an.book}card.vcf`)).bytes;

async function put(body: Buffer): Promise<string> {
  const { seq } = (await an.client.getContactChanges({ query: {} })).data;
  const headers = { 'content-type': 'text/vcard; charset=utf-8' };
  expect((await an.dav.call('PUT', `${an.book}card.vcf`, { body, headers })).status).toBe(201);
  const [made] = (await an.client.getContactChanges({ query: { since: `${seq}` } })).data.cards;
  return made?.id ?? '';
}

/** What a person writes into a field; entries that are there stay behind the new one. */
function typed(fields: ContactFields, name: keyof ContactFields): ContactFields[keyof ContactFields] {
  const value = fields[name];
  if (name === 'birthday') return '2001-02-03';
  if (name === 'lists') return ['Mới', ...fields.lists].slice(0, 100);
  if (name === 'dates') return [{ label: 'anniversary', value: '1999-12-31' }, ...fields.dates];
  if (name === 'addresses') {
    const street = { label: 'home', street: '1 Mới', ward: '', province: '', postal_code: '', country: '' };
    return [street, ...fields.addresses];
  }
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return 'Mới, khác';
  return [{ label: 'Của tôi', value: 'mới' }, ...(value as ContactFields['emails'])].slice(0, 100);
}

test('CT-1 every card of the corpus comes back byte for byte, and edited in the web only what was edited differs', async () => {
  for (const [at, [form, source]] of corpus.entries()) {
    const id = await put(source);
    expect((await get()).equals(source), form).toBe(true);
    const { fields } = readCard(source);
    for (const name of [0, 11].map((more) => fieldNames[(at + more) % fieldNames.length])) {
      if (name === undefined) continue;
      const before = await get();
      await an.client.changeContact({ params: { id }, body: { fields: { [name]: typed(fields, name) } } });
      // A full name is split into parts, and REV says when.
      const may = [...PROPERTIES[name], 'REV', ...(name === 'full_name' ? ['N'] : [])];
      expect(linesExcept(await get(), may), `${form}: ${name}`).toEqual(linesExcept(before, may));
    }
    expect((await an.dav.call('DELETE', `${an.book}card.vcf`)).status).toBe(204);
  }
});

test('CT-1 a file of cards is imported and exported byte for byte', async () => {
  // Each uid once, as in an address book: of a second card it is replaced.
  const uids = new Set<string>();
  const cards = corpus.flatMap(([form, source]) => {
    const { uid } = readCard(source);
    if (uid === null || uids.has(uid) || /mark|UTF-16|with CR$|other text|CR CR LF/.test(form)) return [];
    uids.add(uid);
    return [source];
  });
  expect(cards.length).toBeGreaterThan(30);
  const bo = await cardDavPerson(server);
  const form = new FormData();
  form.set('uid', crypto.randomUUID());
  form.set('duplicates', 'add');
  form.set('file', new Blob(cards.map((card) => new Uint8Array(card))), 'danh-ba.vcf');
  const headers = { [SESSION_HEADER]: bo.client.token };
  const path = `${server.baseUrl}/api/contacts/v1`;
  const imported = await fetch(`${path}/import`, { method: 'POST', headers, body: form });
  expect(await imported.json()).toMatchObject({ data: { created: cards.length, faults: { total: 0 } } });
  const ids = (await bo.client.getContactChanges({ query: { since: '0' } })).data.cards.map(({ id }) => id);
  const exported = await fetch(`${path}/export?ids=${ids}`, { headers });
  const sorted = (all: Buffer[]) => all.map((card) => card.toString('latin1')).sort();
  expect(sorted(splitCards(Buffer.from(await exported.arrayBuffer())))).toEqual(sorted(cards));
});
