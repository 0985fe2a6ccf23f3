import { findSogo } from '@bocau/server/interop/calendar-programs.ts';
import { findRadicale } from '@bocau/server/interop/contact-programs.ts';
import { fetchDebianPrograms, findDebianPostgres } from '@bocau/server/interop/debian-programs.ts';
import { startRadicale } from '@bocau/server/interop/start-radicale.ts';
import { startSogo } from '@bocau/server/interop/start-sogo.ts';
import type { DavKind } from './dav-kinds.ts';
import type { Side } from './dav-side.ts';
import { timedDav } from './timed-dav.ts';

type Given = {
  /** Whose address it is, too. */
  user: string;
  password: string;
  files: ReadonlyMap<string, string>;
  /** What colleagues have, by their addresses. */
  colleagues: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Where all sides keep their data. */
  dir: string;
  say: (line: string) => void;
};

type Peer = { side: Side; stop(): Promise<void> };

const TAGS = { carddav: 'VADDRESSBOOK', caldav: 'VCALENDAR' } as const;

/** Debian's Radicale, and its SOGo beside it for calendars; one that is missing is named and left out. */
export async function openPeers(
  kind: DavKind,
  given: Given,
): Promise<{ sides: Side[]; close(): Promise<void> }> {
  const hindrance = await fetchDebianPrograms(kind.scenario === 'caldav' ? 'groupware' : undefined);
  await using opened = new AsyncDisposableStack();
  const sides: Side[] = [];
  const openers = { Radicale: openRadicale, ...(kind.scenario === 'caldav' ? { SOGo: openSogo } : {}) };
  for (const [name, open] of Object.entries(openers)) {
    const peer = await open(kind, given);
    if (peer === null) {
      given.say(`Without ${name}, which could not be fetched: ${hindrance}`);
      continue;
    }
    opened.defer(() => peer.stop());
    sides.push(peer.side);
  }
  if (sides.length === 0) throw new Error(`No other server could be fetched: ${hindrance}`);
  const parts = opened.move();
  return { sides, close: () => parts.disposeAsync() };
}

async function openRadicale({ scenario }: DavKind, { user, password, files }: Given): Promise<Peer | null> {
  const radicale = findRadicale();
  if (radicale === null) return null;
  const { port, collection, stop } = await startRadicale(radicale, {
    ...{ user, password, tag: TAGS[scenario], files },
  });
  return { side: { name: 'Radicale', dav: timedDav(port, { user, password }), collection }, stop };
}

async function openSogo(
  _kind: DavKind,
  { user, password, files, colleagues, dir }: Given,
): Promise<Peer | null> {
  const [sogo, postgres] = [findSogo(), findDebianPostgres()];
  if (sogo === null || postgres === null) return null;
  const [person = '', domain = ''] = user.split('@');
  const localOf = (email: string) => email.split('@')[0] ?? '';
  const theirs = [...colleagues].map(([email, texts]) => [localOf(email), texts] as const);
  const calendars = new Map([[person, files], ...theirs]);
  const { port, calendarOf, stop } = await startSogo(sogo, postgres, { domain, password, dir, calendars });
  const dav = timedDav(port, { user: person, password });
  const collection = calendarOf(person);
  const outbox = { path: collection, organiser: user, people: [...colleagues.keys()] };
  return { side: { name: 'SOGo', dav, collection, tokensAreSeconds: true, outbox }, stop };
}
