import { zoneWords } from '@bocau/contract/zone-words.ts';
import type { ShownOccurrence } from '../../../calendar/access/hide-private.ts';
import type { Zone } from '../../../calendar/ical/zones.ts';
import type { OpenLink } from '../../../calendar/links/links.store.ts';
import { type Html, html } from '../../../platform/http/html-page.ts';
import type { PageLanguage } from '../../../platform/http/page-language.ts';
import type { LinkWords } from './link-words.ts';

const DAY = 24 * 3600;
const WEEK = 7 * DAY;

export type WeekOf = {
  words: LinkWords;
  language: PageLanguage;
  link: OpenLink;
  zone: Zone;
  /** The first moment of its Monday, and of today, as a wall in the zone shows them. */
  monday: number;
  today: number;
  rows: readonly ShownOccurrence[];
  isComplete: boolean;
  /** The address of a week; null beyond what is told. */
  weekAt(monday: number): string | null;
  page: string;
  feed: string;
};

/** Below 900 pixels a list of days, above it a week of seven columns. The colour is one of `#rrggbb`. */
export function weekStyle({ color }: Pick<OpenLink, 'color'>): string {
  return `
header, main { max-width: 80rem; }
.week { list-style: none; margin: 0; padding: 0; }
.week > li { margin: 0; padding: 12px 0; border-top: 1px solid var(--line); }
.week h2 { font-size: 15px; font-weight: 500; }
.week [aria-current] h2 { color: var(--link); font-weight: 600; }
.week ul { list-style: none; margin: 0; padding: 0; }
.week ul li { margin: 0 0 6px; padding: 4px 8px; border-left: 4px solid ${color}; border-radius: 4px;
  background: var(--canvas); overflow-wrap: anywhere; }
.week ul span { display: block; }
.week .muted { margin: 0; }
.weeks a { min-width: 44px; margin-right: 12px; }
.own { font-size: 16px; }
@media (min-width: 900px) {
  .week { display: grid; grid-template-columns: repeat(7, minmax(0, 1fr)); border-top: 1px solid var(--line); }
  .week > li { min-height: 240px; padding: 12px 8px; border-top: 0; border-left: 1px solid var(--line); }
  .week > li:first-child { border-left: 0; padding-left: 0; }
}
`;
}

export function weekTitle({ words, link }: Pick<WeekOf, 'words' | 'link'>): string {
  const owner = link.owner_name === '' ? link.owner_email : link.owner_name;
  return link.permission === 'READ' ? link.name : words.busyOf(owner);
}

export function weekPage(week: WeekOf): Html {
  const { words, link, zone, monday, language, isComplete, page, feed } = week;
  const owner = link.owner_name === '' ? link.owner_email : link.owner_name;
  const about = link.permission === 'READ' ? words.calendarOf(owner) : words.onlyBusy;
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => dayList(week, monday + day * DAY));
  const more = isComplete ? html`` : html`<p class="muted">${words.more}</p>`;
  return html`<h1>${weekTitle(week)}</h1><p class="muted">${about} · ${words.zone(zoneWords(zone.name, monday, language))}</p>
<p><strong>${spanText(monday, language)}</strong></p>
<nav class="weeks" aria-label="${words.weeks}">${step(week, monday - WEEK, words.before)}<a href="${page}">${words.today}</a>${step(week, monday + WEEK, words.after)}</nav>
<ol class="week">${days}</ol>${more}
<section><h2>${words.subscribe}</h2><p class="muted">${words.subscribeWhy}</p>
<label for="feed">${words.address}</label><input id="feed" type="text" readonly value="${feed}" class="own">
<div class="acts"><a class="button" href="${feed.replace(/^https?:/, 'webcal:')}">${words.open}</a></div></section>`;
}

function step({ weekAt }: WeekOf, monday: number, text: string): Html {
  const to = weekAt(monday);
  return to === null ? html`` : html`<a href="${to}" rel="nofollow">${text}</a>`;
}

type OnDay = { from: number; until: number; isWhole: boolean; one: ShownOccurrence };

function dayList(week: WeekOf, day: number): Html {
  const { words, rows, zone, language, today } = week;
  const onDay = rows
    .map((one): OnDay => {
      const wall = (at: number) => (one.kind === 'zoned' ? zone.wallOf(at) : at);
      const [from, until] = [wall(one.at), wall(one.until)];
      return { from, until, one, isWhole: one.kind === 'day' || (from <= day && until >= day + DAY) };
    })
    .filter(({ from, until }) => from < day + DAY && (until > day || from >= day))
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || a.from - b.from);
  const events = onDay.map((shown) => eventLine(words, shown, day));
  const list = events.length === 0 ? html`<p class="muted">${words.free}</p>` : html`<ul>${events}</ul>`;
  const mark = day === today ? html` aria-current="date"` : html``;
  return html`<li${mark}><h2>${dayText(day, language)}</h2>${list}</li>`;
}

function eventLine(words: LinkWords, { one, ...times }: OnDay, day: number): Html {
  const title = one.only_busy ? words.busy : one.title === '' ? words.untitled : one.title;
  const place = one.place === '' ? html`` : html`<span class="muted">${one.place}</span>`;
  return html`<li><span class="muted">${timeText(words, times, day)}</span><strong>${title}</strong>${place}</li>`;
}

function timeText(words: LinkWords, { from, until, isWhole }: Omit<OnDay, 'one'>, day: number): string {
  if (isWhole) return words.allDay;
  if (from < day) return words.until(clockText(until));
  if (until > day + DAY) return words.from(clockText(from));
  return until === from ? clockText(from) : `${clockText(from)} – ${clockText(until)}`;
}

function clockText(wall: number): string {
  return new Date(wall * 1000).toISOString().slice(11, 16);
}

// Walls are written as if they hung in Greenwich.
const formatOf = (locale: string, parts: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...parts });
const DAYS: Record<PageLanguage, Intl.DateTimeFormat> = {
  vi: formatOf('vi', { weekday: 'long' }),
  en: formatOf('en-GB', { weekday: 'long' }),
};
const DATE = formatOf('en-GB', { day: '2-digit', month: '2-digit' });
const WHOLE_DATE = formatOf('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' });

/** The day first in both languages, as everywhere. */
function dayText(day: number, language: PageLanguage): string {
  return `${DAYS[language].format(day * 1000)} ${DATE.format(day * 1000)}`;
}

function spanText(monday: number, language: PageLanguage): string {
  const last = WHOLE_DATE.format((monday + 6 * DAY) * 1000);
  const first = DATE.format(monday * 1000);
  return language === 'vi' ? `${first} đến ${last}` : `${first} to ${last}`;
}
