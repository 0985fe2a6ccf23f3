import { createHash } from 'node:crypto';
import type { Limit } from '@bocau/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UTC, zoneNamed } from '../../../calendar/ical/zones.ts';
import { findOpenLink, type OpenLink, writeOpened } from '../../../calendar/links/links.store.ts';
import { readSettings } from '../../../mail/settings/read-settings.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { namesTag } from '../../../platform/http/byte-range.ts';
import { type GuestPage, sendGuestPage, UNSEEN } from '../../../platform/http/guest-page.ts';
import { html } from '../../../platform/http/html-page.ts';
import { pageLanguage } from '../../../platform/http/page-language.ts';
import { countAddress, countCall, type RateLimits } from '../../../platform/http/rate-limit.ts';
import { hashLinkToken } from '../../../platform/secrets/link-token.ts';
import type { Db } from '../../../tables.ts';
import { readShown } from '../list-events.ts';
import { createFeedCache, type FeedCache } from './feed-cache.ts';
import { LINK_FEED, LINK_PAGES } from './link-addresses.ts';
import { LINK_WORDS, type LinkWords } from './link-words.ts';
import { weekPage, weekStyle, weekTitle } from './week-page.ts';
import { writeFeed } from './write-feed.ts';

export type LinkPageDeps = { db: Db; clock: Clock; limits: RateLimits; publicUrl: string };
type Asked = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: string; week?: string } }>;

/** Whoever tries secrets. */
const LOOKS: Limit = { name: 'calendar links', count: 600, perSeconds: 60, by: 'address' };
/** All who have one link together; each process counts for itself. */
const OPENED: Limit = { name: 'one calendar link', count: 240, perSeconds: 60, by: 'account' };
const DAY = 24 * 3600;
const WEEK = 7 * DAY;
/** What has no zone may be shown so much earlier or later. */
const ANYWHERE = 14 * 3600;
const WEEKS_EACH_WAY = 52;
const MOST_TIMES = 500;
const MOST_UNSPREAD = 50;
/** It is written down that a link was opened, at most so often. */
const OPENED_EACH_SECONDS = 3600;
/** Another one has the same feed written otherwise. */
const FEED_VERSION = 2;

/**
 * A calendar without a session: as the page of a week, and as a text that programs subscribe to. The secret in the address
 * is all that opens it, and is looked at each time.
 */
export function bindCalendarLinks(app: FastifyInstance, deps: LinkPageDeps): void {
  const feeds = createFeedCache();
  app.route<{ Params: Asked['params']; Querystring: Asked['query'] }>({
    method: ['GET', 'HEAD'],
    url: `${LINK_PAGES}/:token/${LINK_FEED}`,
    handler: (request, reply) => answerFeed(deps, feeds, request, reply),
  });
  app.route<{ Params: Asked['params']; Querystring: Asked['query'] }>({
    method: ['GET', 'HEAD'],
    url: `${LINK_PAGES}/:token`,
    handler: (request, reply) => answerPage(deps, request, reply),
  });
}

async function openLink(
  { db, clock, limits }: LinkPageDeps,
  { ip, params }: Asked,
): Promise<OpenLink | undefined> {
  countAddress(limits, LOOKS, ip);
  const now = unixSeconds(clock);
  const link = await findOpenLink(db, hashLinkToken(params.token), now);
  if (!link) return undefined;
  countCall(limits, OPENED, link.id);
  if (link.opened_at === null || link.opened_at <= now - OPENED_EACH_SECONDS) {
    await inTransaction(db, (tx) => writeOpened(tx, link, now));
  }
  return link;
}

async function answerFeed(deps: LinkPageDeps, feeds: FeedCache, request: Asked, reply: FastifyReply) {
  reply.headers(UNSEEN);
  const link = await openLink(deps, request);
  if (!link) return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n');
  const settings = await readSettings(deps.db, link.mailbox_id);
  const words = LINK_WORDS[pageLanguage(request.query.lang, settings.language)];
  const name = weekTitle({ words, link });
  const tag = tagOf(link, name, words, unixSeconds(deps.clock));
  const caching = { etag: `W/"${tag}"`, 'cache-control': 'private, no-cache' };
  reply.headers(caching);
  if (namesTag(request.headers['if-none-match'], `"${tag}"`)) return reply.code(304).send();
  const text = await feeds(tag, () => writeFeed(deps, link, { name, busy: words.busy }));
  reply.headers({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': `attachment; filename="${LINK_FEED}"`,
    'content-length': String(text.length),
  });
  return reply.send(request.method === 'HEAD' ? '' : text);
}

/** Changes with the calendar, with what is said of it, and each day: what is told begins a year ago. */
function tagOf(link: OpenLink, name: string, { busy }: LinkWords, now: number): string {
  const { id, seq, permission, color } = link;
  const told = [FEED_VERSION, id, seq, permission, color, name, busy, Math.floor(now / DAY)];
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 24);
}

async function answerPage(deps: LinkPageDeps, request: Asked, reply: FastifyReply) {
  const { query, params } = request;
  reply.headers(UNSEEN);
  const language = pageLanguage(query.lang, request.headers['accept-language']);
  const words = LINK_WORDS[language];
  const link = await openLink(deps, request);
  if (!link) return sendGuestPage(reply, { ...gonePage(words), language, script: '', switchTo: null });
  const settings = await readSettings(deps.db, link.mailbox_id);
  const zone = zoneNamed(settings.time_zone) ?? UTC;
  const today = startOfDay(zone.wallOf(unixSeconds(deps.clock)));
  const [first, last] = [mondayOf(today) - WEEKS_EACH_WAY * WEEK, mondayOf(today) + WEEKS_EACH_WAY * WEEK];
  const isTold = (monday: number) => monday >= first && monday <= last;
  const asked = mondayOf(dayNamed(query.week) ?? today);
  const monday = isTold(asked) ? asked : mondayOf(today);
  const calendar = { mailbox_id: link.mailbox_id, id: link.calendar_id, permission: link.permission };
  const span = { from: monday - ANYWHERE, to: monday + WEEK + ANYWHERE };
  const { rows, isComplete } = await readShown(deps.db, [calendar], span, {
    occurrences: MOST_TIMES,
    unspread: MOST_UNSPREAD,
  });
  const page = `${LINK_PAGES}/${params.token}`;
  const addressOf = (at: number, lang: string | undefined) => {
    const chosen = new URLSearchParams({
      ...(at === mondayOf(today) ? {} : { week: isoDay(at) }),
      ...(lang === 'vi' || lang === 'en' ? { lang } : {}),
    });
    return chosen.size === 0 ? page : `${page}?${chosen}`;
  };
  const week = {
    ...{ words, language, link, zone, monday, today, isComplete },
    rows: rows.filter((one) => !one.is_declined),
    weekAt: (at: number) => (isTold(at) ? addressOf(at, query.lang) : null),
    page: addressOf(mondayOf(today), query.lang),
    feed: `${deps.publicUrl.replace(/\/+$/, '')}${page}/${LINK_FEED}`,
  };
  return sendGuestPage(reply, {
    ...{ language, title: weekTitle(week), body: weekPage(week), script: '', style: weekStyle(link) },
    switchTo: addressOf(monday, language === 'vi' ? 'en' : 'vi'),
  });
}

/** The same for a link that never existed and one that has ended. */
function gonePage(words: LinkWords): Pick<GuestPage, 'title' | 'body' | 'small' | 'status'> {
  const body = html`<h1>${words.gone}</h1><p>${words.goneWhy}</p>`;
  return { title: words.title, small: true, status: 404, body };
}

function startOfDay(wall: number): number {
  return Math.floor(wall / DAY) * DAY;
}

/** The first of January 1970 was a Thursday. */
function mondayOf(day: number): number {
  return day - ((((day / DAY + 3) % 7) + 7) % 7) * DAY;
}

function dayNamed(text: string | undefined): number | null {
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  const day = Date.parse(`${text}T00:00:00Z`) / 1000;
  return Number.isNaN(day) ? null : day;
}

function isoDay(day: number): string {
  return new Date(day * 1000).toISOString().slice(0, 10);
}
