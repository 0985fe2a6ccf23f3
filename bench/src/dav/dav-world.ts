import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addMailboxes } from '@bocau/server/test-kit/add-mailboxes.ts';
import { embeddedDatabaseUrl } from '@bocau/server/test-kit/embedded-database.ts';
import { fillCalendarOf } from '@bocau/server/test-kit/fill-calendar.ts';
import { fillContactsOf } from '@bocau/server/test-kit/fill-contacts.ts';
import { signedInClient } from '@bocau/server/test-kit/signed-in-client.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import { startProgram } from '../program/start-program.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';
import type { DavKind } from './dav-kinds.ts';
import { openPeers } from './dav-peers.ts';
import type { Side } from './dav-side.ts';
import { type TimedDav, timedDav } from './timed-dav.ts';

export type DavWorld = { ours: Side; peers: Side[]; close(): Promise<void> };

export type DavOptions = {
  /** How many cards or events. */
  size: number;
  dir: string | null;
  profileDir: string | null;
  say: (line: string) => void;
};

const EMAIL = `cards@${BENCH_DOMAIN}`;
const QUOTA_MB = 1_000;

/** Starts the program and its peers, each with a book or a calendar of this size. */
export async function openDavWorld(
  kind: DavKind,
  { size, dir, profileDir, say }: DavOptions,
): Promise<DavWorld> {
  await using opened = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(dir ?? tmpdir(), `webmail-bench-${kind.scenario}-`));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const program = await startProgram({ dataDir, roles: 'http,jobs', databaseUrl: null, profileDir });
  opened.defer(() => program.stop());
  const databaseUrl = await embeddedDatabaseUrl(dataDir);
  await addMailboxes(databaseUrl, {
    ...{ domain: BENCH_DOMAIN, emails: [EMAIL], password: PASSWORD, quotaMb: QUOTA_MB },
  });
  say(`Filling all sides with ${size} ${kind.all}`);
  const client = await signedInClient(`http://127.0.0.1:${program.httpPort}`, {
    ...{ email: EMAIL, password: PASSWORD },
  });
  const { data: made } = await client.createAppPassword({ body: { name: 'bench', scopes: ['dav'] } });
  const dav = timedDav(program.httpPort, { user: EMAIL, password: made.password });
  const collection = await fill[kind.scenario](databaseUrl, client, size);
  const peers = await openPeers(kind, {
    ...{ user: EMAIL, password: PASSWORD, files: await textsOf(kind, dav, collection), say },
  });
  opened.defer(() => peers.close());
  const parts = opened.move();
  return {
    ours: { name: 'Bồ Câu', dav, collection },
    peers: peers.sides,
    close: () => parts.disposeAsync(),
  };
}

type Client = Awaited<ReturnType<typeof signedInClient>>;

/** Fills a collection of the person, and answers its path. */
const fill: Record<
  DavKind['scenario'],
  (databaseUrl: string, client: Client, size: number) => Promise<string>
> = {
  async carddav(databaseUrl, client, size) {
    await fillContactsOf(databaseUrl, EMAIL, { cards: size, people: 0 });
    const { data: books } = await client.listContactBooks({});
    return `/dav/addressbooks/${EMAIL}/${books[0]?.id}/`;
  },
  async caldav(databaseUrl, client, size) {
    await fillCalendarOf(databaseUrl, EMAIL, size, 1);
    const { data: calendars } = await client.listCalendars({});
    const filled = calendars.find(({ name }) => name === 'Lịch 1');
    return `/dav/calendars/${EMAIL}/${filled?.id}/`;
  },
};

/** As ours answers them, so that all have the same bytes. */
async function textsOf(
  { reports, data, space }: DavKind,
  dav: TimedDav,
  collection: string,
): Promise<Map<string, string>> {
  const body = `<C:${reports}-query xmlns="DAV:" xmlns:C="${space}"><prop><C:${data}/></prop></C:${reports}-query>`;
  const { text } = await dav.call('REPORT', collection, { depth: '1', body });
  const found = new RegExp(`<D:href>[^<]*\\/([^/<]+)<\\/D:href>[\\s\\S]*?<(?:\\w+:)?${data}>([^<]*)<`, 'g');
  return new Map(
    [...text.matchAll(found)].map(
      ([, name = '', one = '']) => [name, one.replaceAll('&#13;', '\r').replaceAll('&amp;', '&')] as const,
    ),
  );
}
