import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SyncedFolder } from '../interop/synced-folder.ts';
import { idFromText } from '../platform/ids.ts';
import { vcard } from '../test-kit/carddav-person.ts';
import { davClient } from '../test-kit/dav-client.ts';
import type { SignedInClient } from '../test-kit/signed-in-client.ts';
import type { Said } from './carddav-ledger.ts';

/** The same cards in the web and in files; each has a name of its own, and says something in its note. */
export type CardSides = {
  /** Whether the answer came: otherwise it may be done or not. */
  editInWeb(name: string, said: Said): Promise<boolean>;
  editFile(name: string, said: Said): Promise<void>;
  /** What the cards say, and where the sides differ or hold something twice. */
  compare(): Promise<{ found: Map<string, string>; faults: string[] }>;
};

type Known = { name: string; said: string; uid: string; text: string };

const PAGE = 200;

/** Synchronizes for the first time, which makes the folder of the files. */
export async function openSides(
  client: SignedInClient,
  { url, email, password }: { url: string; email: string; password: string },
  synced: SyncedFolder,
): Promise<CardSides> {
  const { data: books } = await client.listContactBooks({});
  const bookId = books[0]?.id ?? '';
  const { code, said: words } = await synced.discover();
  if (code !== 0) throw new Error(`vdirsyncer finds nothing: ${words}`);
  const folder = synced.filesOf(bookId);
  const dav = davClient(url, { name: email, password });
  /** As of the last comparison. */
  let ids = new Map<string, string>();
  let files = new Map<string, string>();

  async function readFiles(): Promise<Map<string, string>> {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.vcf'));
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
      ),
    );
  }

  async function readServer(): Promise<string[]> {
    const { byHref } = await dav.ask('REPORT', `/dav/addressbooks/${email}/${bookId}/`, {
      body: `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><C:address-data/></prop>
        </C:addressbook-query>`,
    });
    return [...byHref.values()].map(({ props }) => String(props[200]?.['address-data']));
  }

  async function readWeb(): Promise<Map<string, string>> {
    const all = new Map<string, string>();
    for (let cursor: string | undefined; ; ) {
      const query = { limit: String(PAGE), ...(cursor === undefined ? {} : { cursor }) };
      const { data, meta } = await client.listContacts({ query });
      for (const { id, name } of data) all.set(name, id);
      if (meta.next_cursor === null) return all;
      cursor = meta.next_cursor;
    }
  }

  return {
    async editInWeb(name, said) {
      const id = ids.get(name);
      try {
        if (said === null) await client.trashContacts({ body: { ids: [id ?? ''] } });
        else if (id !== undefined)
          await client.changeContact({ params: { id }, body: { fields: { notes: said } } });
        else
          await client.createContact({
            body: { uid: idFromText(name), fields: { full_name: name, notes: said } },
          });
        return true;
      } catch {
        return false;
      }
    },
    async editFile(name, said) {
      const file = join(folder, files.get(name) ?? `${name}.vcf`);
      if (said === null) await unlink(file);
      else if (!files.has(name)) await writeFile(file, vcard(name, name, `NOTE:${said}`));
      else await writeFile(file, (await readFile(file, 'utf8')).replace(/^NOTE:.*$/m, `NOTE:${said}\r`));
    },
    async compare() {
      const inFiles = await readFiles();
      const here = [...inFiles.values()].map(readCard);
      const there = (await readServer()).map(readCard);
      ids = await readWeb();
      files = new Map([...inFiles].map(([file, text]) => [readCard(text).name, file]));
      const faults = [...twiceIn('files', here), ...twiceIn('web', there)];
      const texts = new Map(here.map(({ uid, text }) => [uid, text]));
      for (const { uid, name, text } of there) {
        if (texts.get(uid) === text) texts.delete(uid);
        else faults.push(`${name} is ${texts.has(uid) ? 'another' : 'missing'} in the files`);
      }
      for (const uid of texts.keys()) faults.push(`${uid} is missing, or another, in the web`);
      if (ids.size !== there.length) faults.push(`the list shows ${ids.size} cards of ${there.length}`);
      return { found: new Map(there.map(({ name, said }) => [name, said])), faults };
    },
  };
}

/** Lines end as each side has them. */
function readCard(source: string): Known {
  const text = source.replaceAll('\r\n', '\n').trimEnd();
  const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1] ?? '';
  return { name: value('FN'), said: value('NOTE'), uid: value('UID'), text };
}

function twiceIn(side: string, cards: Known[]): string[] {
  const names = cards.map(({ name }) => name);
  const uids = cards.map(({ uid }) => uid);
  return [names, uids].flatMap((all) =>
    all.filter((one, at) => all.indexOf(one) !== at).map((one) => `${one} is twice in the ${side}`),
  );
}
