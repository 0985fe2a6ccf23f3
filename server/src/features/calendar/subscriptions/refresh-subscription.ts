import type { FeedFault } from '@bocau/contract/calendar.ts';
import { type CalendarDeps, changeCalendar } from '../../../calendar/change-calendar.ts';
import { subscriptionOf } from '../../../calendar/subscriptions/subscription-secrets.ts';
import {
  readSubscription,
  type SubscriptionRow,
  updateSubscription,
} from '../../../calendar/subscriptions/subscriptions.store.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { GuardedFetch } from '../../../platform/outbound/guarded-fetch.ts';
import { openLinkToken } from '../../../platform/secrets/link-token.ts';
import type { SecretBox } from '../../../platform/secrets/secret-box.ts';
import { type FetchedFeed, fetchFeed, type Validators } from './fetch-feed.ts';
import { type Place, readFeedEvents, replaceEvents } from './replace-events.ts';

export type SubscriptionDeps = CalendarDeps & {
  feedFetch: GuardedFetch;
  secrets: SecretBox | null;
  log: Logger;
};

const HOUR = 3600;
/** So long after an answer the next one is asked for. */
const EACH_SECONDS = 4 * HOUR;
const FIRST_AGAIN_SECONDS = HOUR / 4;
const LAST_AGAIN_SECONDS = 24 * HOUR;

/**
 * Reads a calendar from its address. Whatever goes wrong there is written down, and what is here stays; it is tried again
 * later and later.
 */
export async function refreshFrom(
  deps: SubscriptionDeps,
  place: Place,
  signal: AbortSignal,
  /** What was read from it just now. */
  given?: FetchedFeed,
): Promise<void> {
  const { mailboxId, calendarId } = place;
  const row = await readSubscription(deps.db, mailboxId, calendarId);
  if (!row || row.removed_at !== null) return;
  const outcome = await readOnce(deps, place, given ?? (await fetchOf(deps, row)), { row, signal });
  if (outcome.fault !== null && outcome.fault !== row.fault) {
    const told = { mailbox: mailboxId, calendar: calendarId, host: row.host, reason: outcome.fault };
    deps.log.warn({ event: 'calendar_unreadable', ...told }, 'calendar of another server can not be read');
  }
  const now = unixSeconds(deps.clock);
  await changeCalendar(deps, mailboxId, async ({ tx, journal }) => {
    // A page shows that it was read, and why it was not; not each time that it was read again.
    if (outcome.fault !== row.fault || row.read_at === null) journal('calendar', calendarId);
    if (outcome.fault !== null) {
      const failures = row.failures + 1;
      const wait = Math.min(LAST_AGAIN_SECONDS, FIRST_AGAIN_SECONDS * 2 ** Math.min(failures, 10));
      const next_at = now + wait;
      await updateSubscription(tx, mailboxId, calendarId, { fault: outcome.fault, failures, next_at });
      return;
    }
    const { validators, events } = outcome;
    const next_at = now + EACH_SECONDS;
    const read = { ...validators, events, read_at: now, fault: null, failures: 0, next_at };
    await updateSubscription(tx, mailboxId, calendarId, read);
  });
}

type Outcome = { fault: FeedFault } | { fault: null; validators: Validators; events: number };

async function fetchOf({ secrets, feedFetch }: SubscriptionDeps, row: SubscriptionRow): Promise<FetchedFeed> {
  const url = openLinkToken(secrets, subscriptionOf(row.mailbox_id), row.url_sealed);
  // No key opens it any more.
  return url === null ? { kind: 'fault', fault: 'no_key' } : fetchFeed(feedFetch, url, row);
}

async function readOnce(
  deps: CalendarDeps,
  place: Place,
  answer: FetchedFeed,
  { row, signal }: { row: SubscriptionRow; signal: AbortSignal },
): Promise<Outcome> {
  if (answer.kind === 'fault') return { fault: answer.fault };
  if (answer.kind === 'same') return { fault: null, validators: answer.validators, events: row.events };
  const found = await readFeedEvents(answer.bytes, signal);
  if (typeof found === 'string') return { fault: found };
  try {
    const events = await replaceEvents(deps, place, found.events, signal);
    return { fault: null, validators: answer.validators, events };
  } catch (error) {
    if (error instanceof Failure && error.code === 'too_many_events') return { fault: 'full' };
    throw error;
  }
}
