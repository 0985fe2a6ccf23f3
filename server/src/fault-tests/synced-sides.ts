import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SyncedFolder } from '../interop/synced-folder.ts';
import { type DavClient, davClient } from '../test-kit/dav-client.ts';
import type { SignedInClient } from '../test-kit/signed-in-client.ts';
import type { Said } from './synced-ledger.ts';

/** The same cards, or events, in the web and in files; each has a name of its own, and says something in its note. */
export type SyncedSides = {
  /** Whether the answer came: otherwise it may be done or not. */
  editInWeb(name: string, said: Said): Promise<boolean>;
  editFile(name: string, said: Said): Promise<void>;
  /** What they say, and where the sides differ or hold something twice. */
  compare(): Promise<{ found: Map<string, string>; faults: string[] }>;
};

/** What is synchronized. */
export type SyncedKind = {
  /** As the folder calls it. */
  synced: 'books' | 'calendars';
  ending: string;
  /** The properties that have its name and its note. */
  named: string;
  says: string;
  /** A new one, as a program writes it. */
  write(name: string, said: string): string;
  open(client: SignedInClient, dav: DavClient, email: string): Promise<ServerSide>;
};

export type ServerSide = {
  /** Of the book, or the calendar. */
  folderId: string;
  readTexts(): Promise<string[]>;
  /** By their names, as the web lists them. */
  readIds(): Promise<Map<string, string>>;
  create(name: string, said: string): Promise<unknown>;
  change(id: string, said: string): Promise<unknown>;
  trash(id: string): Promise<unknown>;
};

type Known = { name: string; said: string; uid: string; text: string };

/** Synchronizes for the first time, which makes the folder of the files. */
export async function openSides(
  kind: SyncedKind,
  client: SignedInClient,
  { url, email, password }: { url: string; email: string; password: string },
  synced: SyncedFolder,
): Promise<SyncedSides> {
  const server = await kind.open(client, davClient(url, { name: email, password }), email);
  const { code, said: words } = await synced.discover();
  if (code !== 0) throw new Error(`vdirsyncer finds nothing: ${words}`);
  const folder = synced.filesOf(server.folderId);
  const line = new RegExp(`^${kind.says}:.*$`, 'm');
  /** As of the last comparison. */
  let ids = new Map<string, string>();
  let files = new Map<string, string>();

  async function readFiles(): Promise<Map<string, string>> {
    const names = (await readdir(folder)).filter((name) => name.endsWith(kind.ending));
    return new Map(
      await Promise.all(
        names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
      ),
    );
  }

  /** Lines end as each side has them. */
  function read(source: string): Known {
    const text = source.replaceAll('\r\n', '\n').trimEnd();
    const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(text)?.[1] ?? '';
    return { name: value(kind.named), said: value(kind.says), uid: value('UID'), text };
  }

  return {
    async editInWeb(name, said) {
      const id = ids.get(name);
      try {
        if (said === null) await server.trash(id ?? '');
        else if (id !== undefined) await server.change(id, said);
        else await server.create(name, said);
        return true;
      } catch {
        return false;
      }
    },
    async editFile(name, said) {
      const file = join(folder, files.get(name) ?? `${name}${kind.ending}`);
      if (said === null) await unlink(file);
      else if (!files.has(name)) await writeFile(file, kind.write(name, said));
      else await writeFile(file, (await readFile(file, 'utf8')).replace(line, `${kind.says}:${said}\r`));
    },
    async compare() {
      const inFiles = await readFiles();
      const here = [...inFiles.values()].map(read);
      const there = (await server.readTexts()).map(read);
      ids = await server.readIds();
      files = new Map([...inFiles].map(([file, text]) => [read(text).name, file]));
      const faults = [...twiceIn('files', here), ...twiceIn('web', there)];
      const texts = new Map(here.map(({ uid, text }) => [uid, text]));
      for (const { uid, name, text } of there) {
        if (texts.get(uid) === text) texts.delete(uid);
        else faults.push(`${name} is ${texts.has(uid) ? 'another' : 'missing'} in the files`);
      }
      for (const uid of texts.keys()) faults.push(`${uid} is missing, or another, in the web`);
      if (ids.size !== there.length) faults.push(`the web lists ${ids.size} of ${there.length}`);
      return { found: new Map(there.map(({ name, said }) => [name, said])), faults };
    },
  };
}

function twiceIn(side: string, known: Known[]): string[] {
  const names = known.map(({ name }) => name);
  const uids = known.map(({ uid }) => uid);
  return [names, uids].flatMap((all) =>
    all.filter((one, at) => all.indexOf(one) !== at).map((one) => `${one} is twice in the ${side}`),
  );
}
