import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRadicale } from '@bocau/server/interop/contact-programs.ts';
import { fetchDebianPrograms } from '@bocau/server/interop/debian-programs.ts';
import { startRadicale } from '@bocau/server/interop/start-radicale.ts';
import { addMailboxes } from '@bocau/server/test-kit/add-mailboxes.ts';
import { embeddedDatabaseUrl } from '@bocau/server/test-kit/embedded-database.ts';
import { fillContactsOf } from '@bocau/server/test-kit/fill-contacts.ts';
import { signedInClient } from '@bocau/server/test-kit/signed-in-client.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import { startProgram } from '../program/start-program.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';
import { type TimedDav, timedDav } from './timed-dav.ts';

/** One of the two servers, both of which have the same cards in the book. */
export type Side = { name: string; dav: TimedDav; book: string };

export type CardDavWorld = { ours: Side /** Debian's Radicale. */; peer: Side; close(): Promise<void> };

export type CardDavOptions = {
  cards: number;
  dir: string | null;
  profileDir: string | null;
  say: (line: string) => void;
};

const EMAIL = `cards@${BENCH_DOMAIN}`;
const QUOTA_MB = 1_000;

/** Starts the program and Radicale, each with a book of so many cards. */
export async function openCardDavWorld({
  cards,
  dir,
  profileDir,
  say,
}: CardDavOptions): Promise<CardDavWorld> {
  const hindrance = await fetchDebianPrograms();
  const radicale = findRadicale();
  if (radicale === null) throw new Error(`Radicale could not be fetched: ${hindrance}`);
  await using opened = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(dir ?? tmpdir(), 'webmail-bench-carddav-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const program = await startProgram({ dataDir, roles: 'http,jobs', databaseUrl: null, profileDir });
  opened.defer(() => program.stop());
  const databaseUrl = await embeddedDatabaseUrl(dataDir);
  await addMailboxes(databaseUrl, {
    ...{ domain: BENCH_DOMAIN, emails: [EMAIL], password: PASSWORD, quotaMb: QUOTA_MB },
  });
  say(`Filling both books with ${cards} cards`);
  await fillContactsOf(databaseUrl, EMAIL, { cards, people: 0 });
  const client = await signedInClient(`http://127.0.0.1:${program.httpPort}`, {
    ...{ email: EMAIL, password: PASSWORD },
  });
  const { data: made } = await client.createAppPassword({ body: { name: 'bench', scopes: ['dav'] } });
  const { data: books } = await client.listContactBooks({});
  const dav = timedDav(program.httpPort, { user: EMAIL, password: made.password });
  const book = `/dav/addressbooks/${EMAIL}/${books[0]?.id}/`;
  const peer = await startRadicale(radicale, {
    ...{ user: EMAIL, password: PASSWORD, cards: await cardsOf(dav, book) },
  });
  opened.defer(() => peer.stop());
  const parts = opened.move();
  return {
    ours: { name: 'Bồ Câu', dav, book },
    peer: {
      name: 'Radicale',
      dav: timedDav(peer.port, { user: EMAIL, password: PASSWORD }),
      book: peer.book,
    },
    close: () => parts.disposeAsync(),
  };
}

/** As our book answers them, so that both have the same bytes. */
async function cardsOf(dav: TimedDav, book: string): Promise<Map<string, string>> {
  const body = `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><C:address-data/></prop>
    </C:addressbook-query>`;
  const { text } = await dav.call('REPORT', book, { body });
  return new Map(
    [...text.matchAll(/<D:href>[^<]*\/([^/<]+)<\/D:href>[\s\S]*?<C:address-data>([^<]*)</g)].map(
      ([, name = '', card = '']) => [name, card.replaceAll('&#13;', '\r').replaceAll('&amp;', '&')] as const,
    ),
  );
}
