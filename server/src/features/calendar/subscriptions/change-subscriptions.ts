import type { CalendarSubscription, FeedFault } from '@bocau/contract/calendar.ts';
import { MOST_SUBSCRIPTIONS } from '@bocau/contract/calendar-subscriptions.ts';
import { removeCalendar } from '../../../calendar/calendars/calendars.store.ts';
import { calendarsOf } from '../../../calendar/calendars/calendars-of.ts';
import { changeCalendar, tellMembers } from '../../../calendar/change-calendar.ts';
import { eventNotFound } from '../../../calendar/refusals.ts';
import { subscriptionOf } from '../../../calendar/subscriptions/subscription-secrets.ts';
import {
  claimTry,
  insertSubscription,
  readKnownEvents,
  readSubscription,
  readSubscriptions,
  type SubscriptionRow,
  updateSubscription,
} from '../../../calendar/subscriptions/subscriptions.store.ts';
import { CALENDAR_MEMBERS } from '../../../kernel/calendar.ts';
import { readMembers } from '../../../kernel/members.store.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { openLinkToken } from '../../../platform/secrets/link-token.ts';
import { requireSecrets } from '../../../platform/secrets/secret-box.ts';
import type { ReadDb, Tx } from '../../../tables.ts';
import { createCalendar } from '../change-calendars.ts';
import { freeName } from '../free-name.ts';
import { fetchFeed } from './fetch-feed.ts';
import { refreshFrom, type SubscriptionDeps } from './refresh-subscription.ts';
import { readFeedEvents, removeEvents } from './replace-events.ts';

const NEVER = new AbortController().signal;
/** For how long one that was removed can be put back. */
export const UNDO_SECONDS = 24 * 3600;
const ONCE_SECONDS = 60;
const NOTHING_BEFORE = { etag: null, last_modified: null, digest: null };

function showSubscription(row: SubscriptionRow): CalendarSubscription {
  const { host, read_at, fault } = row;
  return { host, read_at, fault: fault as FeedFault | null };
}

type Wanted = { url: string; name?: string | undefined; color: string };

/** Reads the address first: what can't be read is not added. */
export async function subscribe(
  deps: SubscriptionDeps,
  person: number,
  { url: given, name, color }: Wanted,
): Promise<{ calendar_id: string | null; fault: FeedFault | null }> {
  const secrets = requireSecrets(deps.secrets);
  await refuseOneMore(deps.db, person);
  const url = addressOf(given);
  const refused = (fault: FeedFault) => ({ calendar_id: null, fault });
  if (url === null) return refused('not_allowed');
  await refuseTwice(deps, person, url.href);
  const answer = await fetchFeed(deps.feedFetch, url.href, NOTHING_BEFORE);
  if (answer.kind !== 'changed') return refused(answer.kind === 'fault' ? answer.fault : 'failed');
  const found = await readFeedEvents(answer.bytes, NEVER);
  if (typeof found === 'string') return refused(found);
  const id = newId(deps.clock);
  const called = await freeName(deps.db, person, name ?? (found.name || url.hostname));
  await createCalendar(deps, person, { id, name: called, color });
  await changeCalendar(deps, person, async ({ tx, now, journal }) => {
    await refuseOneMore(tx, person);
    const url_sealed = secrets.seal(Buffer.from(url.href), subscriptionOf(person));
    const row = { mailbox_id: person, calendar_id: id, url_sealed, host: url.hostname };
    await insertSubscription(tx, { ...row, created_at: now, next_at: now });
    journal('calendar', id);
  });
  await refreshFrom(deps, { mailboxId: person, calendarId: id }, NEVER, answer);
  return { calendar_id: id, fault: null };
}

/** `webcal` is what programs call the address of a calendar; it is read like any other. */
function addressOf(given: string): URL | null {
  const url = URL.parse(given.trim().replace(/^webcals?:\/\//i, 'https://'));
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url : null;
}

/** Or each of its events would be there twice. */
async function refuseTwice({ db, secrets }: SubscriptionDeps, person: number, href: string): Promise<void> {
  const same = (await readSubscriptions(db, person)).find(({ url_sealed }) => {
    const known = openLinkToken(secrets, subscriptionOf(person), url_sealed);
    return known !== null && isSameFeed(known, href);
  });
  if (!same) return;
  const calendar = (await calendarsOf(db, person)).find(({ id }) => id === same.calendar_id);
  throw new Failure('already_exists', 'A calendar is read from this address already', {
    details: { calendar_id: same.calendar_id, name: calendar?.name ?? same.host },
  });
}

/** Whether two addresses ask the same of a server, by whichever protocol. */
function isSameFeed(one: string, other: string): boolean {
  const asked = ({ host, pathname, search }: URL) => `${host}${pathname}${search}`;
  return asked(new URL(one)) === asked(new URL(other));
}

async function refuseOneMore(db: ReadDb, person: number): Promise<void> {
  const limit = MOST_SUBSCRIPTIONS;
  if ((await readSubscriptions(db, person)).length < limit) return;
  throw new Failure('too_many_events', `At most ${limit} calendars are read from addresses`, {
    details: { limit },
  });
}

/** Once a minute at most; between that it answers as it was read last. */
export async function refreshNow(
  deps: SubscriptionDeps,
  person: number,
  id: string,
): Promise<CalendarSubscription> {
  await livingSubscription(deps.db, person, id);
  const now = unixSeconds(deps.clock);
  const mayAsk = await inTransaction(deps.db, (tx) =>
    claimTry(tx, person, id, { now, since: now - ONCE_SECONDS }),
  );
  if (mayAsk) await refreshFrom(deps, { mailboxId: person, calendarId: id }, NEVER);
  return showSubscription(await livingSubscription(deps.db, person, id));
}

/** Its address is kept for a day, so that it can be put back. */
export async function unsubscribe(deps: SubscriptionDeps, person: number, id: string): Promise<void> {
  await livingSubscription(deps.db, person, id);
  const members = await readMembers(deps.db, { ...CALENDAR_MEMBERS, mailboxId: person, id });
  const events = await readKnownEvents(deps.db, person, id);
  const place = { mailboxId: person, calendarId: id };
  await removeEvents(
    deps,
    place,
    events.map((one) => one.id),
    NEVER,
  );
  await changeCalendar(deps, person, async ({ tx, now, journal }) => {
    const calendar = (await calendarsOf(tx, person)).find((one) => one.id === id);
    if (!calendar?.subscription) throw eventNotFound();
    const { name, color } = calendar;
    const forgotten = { ...NOTHING_BEFORE, events: 0, read_at: null, fault: null, failures: 0 };
    await updateSubscription(tx, person, id, { ...forgotten, removed_at: now, name, color });
    await removeCalendar(tx, person, id);
    journal('calendar', id);
  });
  await tellMembers(
    deps,
    members.map(({ with_mailbox_id }) => with_mailbox_id),
  );
}

/** What it had is read from its address again. */
export async function resubscribe(deps: SubscriptionDeps, person: number, id: string): Promise<void> {
  const row = isId(id) ? await readSubscription(deps.db, person, id) : undefined;
  if (!row) throw eventNotFound();
  if (row.removed_at === null) return;
  if (row.removed_at < unixSeconds(deps.clock) - UNDO_SECONDS) throw eventNotFound();
  await refuseOneMore(deps.db, person);
  const href = openLinkToken(deps.secrets, subscriptionOf(person), row.url_sealed);
  if (href !== null) await refuseTwice(deps, person, href);
  const name = await freeName(deps.db, person, row.name ?? row.host);
  await createCalendar(deps, person, { id, name, color: row.color ?? '#1a73e8' });
  await changeCalendar(deps, person, async ({ tx, now, journal }) => {
    await updateSubscription(tx, person, id, { removed_at: null, name: null, color: null, next_at: now });
    journal('calendar', id);
  });
  await refreshFrom(deps, { mailboxId: person, calendarId: id }, NEVER);
}

async function livingSubscription(db: ReadDb | Tx, person: number, id: string): Promise<SubscriptionRow> {
  const row = isId(id) ? await readSubscription(db, person, id) : undefined;
  if (!row || row.removed_at !== null) throw eventNotFound();
  return row;
}
