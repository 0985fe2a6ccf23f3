import { idFromText } from '../platform/ids.ts';
import { vcard } from '../test-kit/carddav-person.ts';
import type { SyncedKind } from './synced-sides.ts';

const PAGE = 200;

export const CARDS: SyncedKind = {
  ...{ synced: 'books', ending: '.vcf', named: 'FN', says: 'NOTE' },
  write: (name, said) => vcard(name, name, `NOTE:${said}`),
  async open(client, dav, email) {
    const { data: books } = await client.listContactBooks({});
    const folderId = books[0]?.id ?? '';
    return {
      folderId,
      async readTexts() {
        const { byHref } = await dav.ask('REPORT', `/dav/addressbooks/${email}/${folderId}/`, {
          body: `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><C:address-data/></prop>
            </C:addressbook-query>`,
        });
        return [...byHref.values()].map(({ props }) => String(props[200]?.['address-data']));
      },
      async readIds() {
        const all = new Map<string, string>();
        for (let cursor: string | undefined; ; ) {
          const query = { limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) };
          const { data, meta } = await client.listContacts({ query });
          for (const { id, name } of data) all.set(name, id);
          if (meta.next_cursor === null) return all;
          cursor = meta.next_cursor;
        }
      },
      create: (name, said) =>
        client.createContact({ body: { uid: idFromText(name), fields: { full_name: name, notes: said } } }),
      change: (id, said) => client.changeContact({ params: { id }, body: { fields: { notes: said } } }),
      trash: (id) => client.trashContacts({ body: { ids: [id] } }),
    };
  },
};
