import type { Clock } from '../../../platform/clock.ts';
import { readXml, type XmlElement, XmlFault } from '../../../platform/dav/read-xml.ts';
import { oneLine } from '../../../platform/one-line.ts';
import { type CalendarSource, WELL_KNOWN } from './calendar-source.ts';
import { MoveInError } from './move-in-error.ts';

/** Limits on what another server may cost us. */
export type DavLimits = { answerMs: number; answerBytes: number; redirects: number };

export const DAV_LIMITS: DavLimits = { answerMs: 120_000, answerBytes: 64 * 1024 * 1024, redirects: 5 };

/** A resource that a multistatus tells of. */
export type DavResource = {
  url: URL;
  properties: ReadonlyMap<string, XmlElement>;
  /** Why it, or something that was asked of it, is not given: a status of HTTP. */
  refusedWith: number | null;
};

/** Hands over one resource after the other: of a large answer no more than its text is in memory. */
export type DavAsk = (
  method: 'PROPFIND' | 'REPORT',
  url: URL,
  sent: { depth: '0' | '1'; body: string },
  take: (resource: DavResource) => void,
) => Promise<void>;

const XML = { depth: 64, elements: 2_000_000 };
const OK = 200;
const MULTISTATUS = 207;
const REDIRECTS = [301, 302, 307, 308];
const REFUSED = [401, 403];

/** Asks as a program would. Where the server leads is followed, but never out of TLS. */
export function createDavClient(
  clock: Clock,
  { user }: Pick<CalendarSource, 'user'>,
  password: string,
  limits: DavLimits = DAV_LIMITS,
): DavAsk {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  type Sent = { depth: string; body: string };
  type Answer = { text: string; base: URL };

  async function ask(
    method: string,
    url: URL,
    sent: Sent,
    signal: AbortSignal,
    left: number,
  ): Promise<Answer> {
    const answer = await fetch(url, {
      method,
      headers: { authorization, depth: sent.depth, 'content-type': 'application/xml; charset=utf-8' },
      body: sent.body,
      redirect: 'manual',
      signal,
    });
    const to = answer.headers.get('location');
    if (REDIRECTS.includes(answer.status) && to !== null) {
      await answer.body?.cancel();
      const next = URL.parse(to, url.href);
      if (!next || left === 0) throw new MoveInError('The server leads nowhere');
      if (next.protocol !== url.protocol) throw new MoveInError('The server leads out of TLS');
      return ask(method, next, sent, signal, left - 1);
    }
    if (REFUSED.includes(answer.status)) {
      await answer.body?.cancel();
      throw new MoveInError('The server does not take this user and password');
    }
    if (answer.status !== MULTISTATUS) {
      await answer.body?.cancel();
      if (url.pathname === WELL_KNOWN) throw new MoveInError(noWellKnown(answer.status));
      throw new MoveInError(
        `The server answers ${method} ${oneLine(url.pathname, 100)} with ${answer.status}`,
      );
    }
    return { text: await readBounded(answer, limits.answerBytes), base: new URL(answer.url || url) };
  }

  return async (method, url, sent, take) => {
    const late = new AbortController();
    const timer = clock.after(limits.answerMs, () => late.abort(new Error('it takes too long')));
    try {
      const { text, base } = await ask(method, url, sent, late.signal, limits.redirects);
      readXml(text, XML, (child) => {
        const resource = resourceOf(child, base);
        if (resource) take(resource);
      });
    } catch (error) {
      if (error instanceof MoveInError) throw error;
      if (error instanceof XmlFault) {
        throw new MoveInError('The server answers with what is no XML', { cause: error });
      }
      const { message, cause } = error as Error;
      const why = cause instanceof Error ? cause.message : message;
      throw new MoveInError(`${method} failed: ${oneLine(why, 200)}`, { cause: error });
    } finally {
      timer.stop();
    }
  };
}

function noWellKnown(status: number): string {
  return `The server has no ${WELL_KNOWN} (it answers ${status}): give its path behind the host, as in caldavs://USER@HOST/dav/`;
}

async function readBounded(answer: Response, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > most) throw new MoveInError('The server answers without end');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Null for what is none, or is elsewhere. */
function resourceOf(response: XmlElement, base: URL): DavResource | null {
  if (response.name !== '{DAV:}response') return null;
  const href = childOf(response, '{DAV:}href')?.text.trim() ?? '';
  const url = URL.parse(href, base.href);
  if (!url || url.protocol !== base.protocol) return null;
  const propstats = response.children.filter(({ name }) => name === '{DAV:}propstat');
  const found = propstats
    .filter((each) => statusOf(each) === OK)
    .flatMap((each) => childOf(each, '{DAV:}prop')?.children ?? []);
  return {
    url,
    properties: new Map(found.map((property) => [property.name, property])),
    refusedWith: [response, ...propstats].map(statusOf).find((status) => status !== OK) ?? null,
  };
}

function statusOf(element: XmlElement): number {
  const status = childOf(element, '{DAV:}status')?.text ?? '';
  return Number(/ (\d{3}) /.exec(`${status} `)?.[1] ?? OK);
}

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}
