import {
  type CalendarLink,
  type LinkPermission,
  MOST_CALENDAR_LINKS,
} from '@bocau/contract/calendar-links.ts';
import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { reachCalendar } from '../../../calendar/access/reach.ts';
import { type CalendarDeps, changeCalendar } from '../../../calendar/change-calendar.ts';
import { calendarLinkOf } from '../../../calendar/links/link-secrets.ts';
import {
  deleteEndedLinks,
  insertLink,
  type LinkRow,
  readLink,
  readLinksOf,
  writeLinkEnd,
} from '../../../calendar/links/links.store.ts';
import { readLinkRules } from '../../../kernel/link-rules.store.ts';
import { closedByRules, refuseByRules } from '../../../kernel/link-rules.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { Failure } from '../../../platform/failure.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { newLinkToken, openLinkToken } from '../../../platform/secrets/link-token.ts';
import { requireSecrets, type SecretBox } from '../../../platform/secrets/secret-box.ts';
import type { Tx } from '../../../tables.ts';
import { LINK_FEED, LINK_PAGES } from './link-addresses.ts';

export type LinkDeps = CalendarDeps & { secrets: SecretBox | null; publicUrl: string };

/** For how long its owner can put back a link. */
const UNDO_SECONDS = 24 * 3600;

/** CL-180: links are their owner’s alone: whoever manages a calendar is not the one who opens it to the world. */
export async function listLinks(
  deps: LinkDeps,
  person: number,
  calendarId: string,
): Promise<{ data: CalendarLink[]; meta: { rules: LinkRules } }> {
  await reachCalendar(deps.db, person, calendarId, 'OWNER');
  const [rows, rules] = await Promise.all([
    readLinksOf(deps.db, person, calendarId),
    readLinkRules(deps.db, person),
  ]);
  return { data: rows.map((row) => showLink(deps, row, rules)), meta: { rules } };
}

export async function createLink(
  deps: LinkDeps,
  person: number,
  calendarId: string,
  { permission, expiresAt }: { permission: LinkPermission; expiresAt: number | null },
): Promise<CalendarLink> {
  const { subscription } = await reachCalendar(deps.db, person, calendarId, 'OWNER');
  if (subscription) throw new Failure('forbidden', 'What comes from an address is not passed on by a link');
  const secrets = requireSecrets(deps.secrets);
  const now = unixSeconds(deps.clock);
  if (expiresAt !== null && expiresAt <= now) {
    throw new Failure('time_in_past', 'The end of the link is not in the future');
  }
  const rules = await readLinkRules(deps.db, person);
  refuseByRules(rules, expiresAt, now);
  const { hash: token_hash, sealed: token_sealed } = newLinkToken(secrets, calendarLinkOf(person));
  const link = {
    ...{ mailbox_id: person, id: newId(deps.clock), calendar_id: calendarId, permission },
    ...{ token_hash, token_sealed, created_at: now, expires_at: expiresAt },
  };
  await changeCalendar(deps, person, async ({ tx }) => {
    // Meanwhile it may have been deleted.
    await reachCalendar(tx, person, calendarId, 'OWNER');
    await deleteEndedLinks(tx, person, calendarId, now - UNDO_SECONDS);
    await refuseOneMore(tx, link);
    await insertLink(tx, link);
  });
  return showLink(deps, { ...link, ended_at: null, ended_by: null, opened_at: null }, rules);
}

async function refuseOneMore(
  tx: Tx,
  { mailbox_id, calendar_id }: Pick<LinkRow, 'mailbox_id' | 'calendar_id'>,
) {
  const limit = MOST_CALENDAR_LINKS;
  if ((await readLinksOf(tx, mailbox_id, calendar_id)).length < limit) return;
  throw new Failure('too_many_events', `A calendar has at most ${limit} links`, { details: { limit } });
}

/** Idempotent. */
export async function endLink(deps: CalendarDeps, person: number, id: string): Promise<void> {
  await changeCalendar(deps, person, async ({ tx, now }) => {
    const link = await ownLink(tx, person, id);
    if (link.ended_at === null) await writeLinkEnd(tx, person, id, { ended_at: now, ended_by: 'owner' });
  });
}

/** What an administrator has ended stays ended. */
export async function restoreLink(deps: CalendarDeps, person: number, id: string): Promise<void> {
  await changeCalendar(deps, person, async ({ tx, now }) => {
    const link = await ownLink(tx, person, id);
    if (link.ended_at === null) return;
    if (link.ended_by !== 'owner' || link.ended_at < now - UNDO_SECONDS) {
      throw new Failure('not_undoable', 'This link can not be put back');
    }
    await refuseOneMore(tx, link);
    await writeLinkEnd(tx, person, id, { ended_at: null, ended_by: null });
  });
}

async function ownLink(tx: Tx, person: number, id: string): Promise<LinkRow> {
  const link = isId(id) ? await readLink(tx, person, id) : undefined;
  if (!link) throw new Failure('share_not_found', 'There is no such link');
  return link;
}

function showLink({ secrets, publicUrl, clock }: LinkDeps, row: LinkRow, rules: LinkRules): CalendarLink {
  const token = openLinkToken(secrets, calendarLinkOf(row.mailbox_id), row.token_sealed);
  const page = token === null ? null : `${publicUrl.replace(/\/+$/, '')}${LINK_PAGES}/${token}`;
  const { id, permission, created_at, expires_at, opened_at } = row;
  const closed = whyClosed(row, rules, unixSeconds(clock));
  const feed = page === null ? null : `${page}/${LINK_FEED}`;
  return { id, permission, page, feed, created_at, expire_date: expires_at, opened_at, closed };
}

function whyClosed(row: LinkRow, rules: LinkRules, now: number): CalendarLink['closed'] {
  if (row.ended_at !== null) return 'domain';
  if (row.expires_at !== null && row.expires_at <= now) return 'expired';
  return closedByRules(rules, { end_chosen_at: null, created_at: row.created_at }, now);
}
