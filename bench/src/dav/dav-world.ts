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
/** Who are asked about when they are busy, the first of them on all sides, and how many events each of them has. */
const COLLEAGUES = Array.from({ length: 50 }, (_, at) => `colleague${at}@${BENCH_DOMAIN}`);
const EVERYWHERE = 20;
const EVENTS_OF_ONE = 500;

/** Starts the program and its peers, each with a book or a calendar of this size. */
export async function openDavWorld(
  kind: DavKind,
  { size, dir, profileDir, say }: DavOptions,
): Promise<DavWorld> {
  await using opened = new AsyncDisposableStack();
  const place = dir ?? tmpdir();
  const dataDir = mkdtempSync(join(place, `webmail-bench-${kind.scenario}-`));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const program = await startProgram({ dataDir, roles: 'http,jobs', databaseUrl: null, profileDir });
  opened.defer(() => program.stop());
  const databaseUrl = await embeddedDatabaseUrl(dataDir);
  await addMailboxes(databaseUrl, {
    ...{ domain: BENCH_DOMAIN, emails: [EMAIL, ...COLLEAGUES], password: PASSWORD, quotaMb: QUOTA_MB },
  });
  say(`Filling all sides with ${size} ${kind.all}`);
  const { httpPort } = program;
  const { client, dav } = await openPerson(httpPort, EMAIL);
  const collection = await fill[kind.scenario](databaseUrl, { client, email: EMAIL }, size);
  const colleagues = new Map<string, ReadonlyMap<string, string>>();
  for (const [at, email] of kind.scenario === 'caldav' ? COLLEAGUES.entries() : []) {
    const events = Math.min(size, EVENTS_OF_ONE);
    if (at >= EVERYWHERE) {
      await fillCalendarOf(databaseUrl, email, events, 1);
      continue;
    }
    const one = await openPerson(httpPort, email);
    const theirs = await fill.caldav(databaseUrl, { client: one.client, email }, events);
    colleagues.set(email, await textsOf(kind, one.dav, theirs));
  }
  const peers = await openPeers(kind, {
    ...{ user: EMAIL, password: PASSWORD, colleagues, dir: place, say },
    files: await textsOf(kind, dav, collection),
  });
  opened.defer(() => peers.close());
  const parts = opened.move();
  return {
    ours: {
      ...{ name: 'Bồ Câu', dav, collection },
      outbox: { path: `/dav/calendars/${EMAIL}/outbox/`, organiser: EMAIL, people: COLLEAGUES },
    },
    peers: peers.sides,
    close: () => parts.disposeAsync(),
  };
}

type Client = Awaited<ReturnType<typeof signedInClient>>;
type Person = { client: Client; email: string };

async function openPerson(port: number, email: string): Promise<{ client: Client; dav: TimedDav }> {
  const client = await signedInClient(`http://127.0.0.1:${port}`, { email, password: PASSWORD });
  const { data: made } = await client.createAppPassword({ body: { name: 'bench', scopes: ['dav'] } });
  return { client, dav: timedDav(port, { user: email, password: made.password }) };
}

/** Fills a collection of the person, and answers its path. */
const fill: Record<
  DavKind['scenario'],
  (databaseUrl: string, person: Person, size: number) => Promise<string>
> = {
  async carddav(databaseUrl, { client, email }, size) {
    await fillContactsOf(databaseUrl, email, { cards: size, people: 0 });
    const { data: books } = await client.listContactBooks({});
    return `/dav/addressbooks/${email}/${books[0]?.id}/`;
  },
  async caldav(databaseUrl, { client, email }, size) {
    await fillCalendarOf(databaseUrl, email, size, 1);
    const { data: calendars } = await client.listCalendars({});
    const filled = calendars.find(({ name }) => name === 'Lịch 1');
    return `/dav/calendars/${email}/${filled?.id}/`;
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
