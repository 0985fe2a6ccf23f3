import type { GroupCopies, TraceEvent } from '@bocau/contract/admin-mail.ts';
import { type Distribution, readDistributions } from '../../mail/groups/expansions.store.ts';
import { groupPageId } from '../../mail/groups/group-address.ts';
import { readOutside, readPeople, readSkipped } from '../../mail/groups/groups.store.ts';
import { readReach, readWays } from '../../mail/groups/reach.ts';
import { countPage, findPage, type PageCopies } from '../../mail/outbox/group-pages.store.ts';
import type { OutboxKey } from '../../mail/outbox/sending-tasks.ts';
import { countCopies, type TracedCopies } from '../../mail/trace/trace.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { ReadDb, RecipientState } from '../../tables.ts';

/** A group may contain others; more members are not counted. */
const MOST_COUNTED = 50_000;
const MOST_PAGES = 400;
const MOST_REASONS = 20;
/** Each costs some questions to the database. */
const MOST_EXPANDED = 20;

/** The ids of what was received among these events: messages, and what is distributed to a group. */
export function receivedIn(events: { event: TraceEvent; ref: string | null }[]): string[] {
  return [
    ...new Set(events.flatMap(({ event, ref }) => (event === 'received' && ref !== null ? [ref] : []))),
  ];
}

/**
 * By the ids that the trace has of messages to groups, the latest of them. What was distributed more than a week ago is
 * in the trace alone.
 */
export async function expandMessages(
  deps: { db: ReadDb; clock: Clock },
  ids: string[],
): Promise<Map<string, GroupCopies>> {
  const expanded = new Map<string, GroupCopies>();
  const messages = ids.length === 0 ? [] : await readDistributions(deps.db, ids, MOST_EXPANDED);
  for (const message of messages) expanded.set(message.id, await expandMessage(deps, message));
  return expanded;
}

async function expandMessage(
  { db, clock }: { db: ReadDb; clock: Clock },
  message: Distribution,
): Promise<GroupCopies> {
  const { groupId, facts, receivedAt, finishedAt, address } = message;
  const { messageId, spam, spoofed } = facts;
  const keptHere = spoofed ? 'forged' : spam ? 'spam' : null;
  const traced = {
    client: `group ${address}`,
    messageId: messageId || null,
    from: receivedAt,
    to: unixSeconds(clock) + 1,
  };
  const isRunning = finishedAt === null;
  const reach = isRunning ? await readReach(db, [groupId], facts.writer) : { groups: [], refused: [] };
  const [inside, pages, people, outside, skipped] = await Promise.all([
    countCopies(db, traced),
    countPages(db, message),
    isRunning ? readPeople(db, reach.groups, { after: message.filedTo, limit: MOST_COUNTED }) : [],
    isRunning && keptHere === null
      ? readOutside(db, await readWays(db, message, reach), { after: message.sentTo, limit: MOST_COUNTED })
      : [],
    isRunning && keptHere === null ? readSkipped(db, reach.groups) : [],
  ]);
  // When it is finished, the suspended members are in the trace too, with the name of the group.
  const isSuspended = ({ event, said }: TracedCopies) =>
    event === 'discarded' && said?.startsWith('suspended') === true;
  const filed = inside.filter((copies) => !isSuspended(copies));
  const refused = filed.filter(({ event }) => event !== 'received' && event !== 'repeated');
  const inState = (...states: RecipientState[]) => total(pages.filter(({ state }) => states.includes(state)));
  return {
    finished_at: finishedAt,
    kept_here: keptHere,
    people: {
      filed: total(filed.filter(({ event }) => event === 'received')),
      known: total(filed.filter(({ event }) => event === 'repeated')),
      refused: total(refused),
      waiting: people.length,
    },
    elsewhere: {
      sent: inState('delivered'),
      waiting: inState('waiting', 'trying', 'handing_over'),
      held: inState('held'),
      failed: inState('failed', 'recalled'),
      unclear: inState('unclear'),
      suspended: skipped.length + total(inside.filter(isSuspended)),
      not_begun: outside.length,
    },
    reasons: reasonsOf(refused, pages),
  };
}

type OutsideCopies = Omit<PageCopies, 'last'>;

/** Each page of members elsewhere is a row of the outbox, whose id names the last member of the page before. */
async function countPages(db: ReadDb, { id, domainId }: Distribution): Promise<OutsideCopies[]> {
  const copies: OutsideCopies[] = [];
  let carrier: OutboxKey | undefined;
  for (let after = '', pages = 0; pages < MOST_PAGES; pages += 1) {
    const outboxId = groupPageId(id, after);
    // All pages are of one mailbox, unless its person was removed or suspended meanwhile.
    let page = carrier === undefined ? [] : await countPage(db, { ...carrier, outboxId });
    if (page.length === 0) {
      carrier = await findPage(db, domainId, outboxId);
      if (!carrier) break;
      page = await countPage(db, carrier);
    }
    copies.push(...page.map(({ last: _, ...rest }) => rest));
    after = page[0]?.last ?? '';
    if (after === '') break;
  }
  return copies;
}

function total(copies: { count: number }[]): number {
  return copies.reduce((sum, { count }) => sum + count, 0);
}

/** Pages tell the same reasons. */
function reasonsOf(refused: TracedCopies[], pages: OutsideCopies[]): GroupCopies['reasons'] {
  const counted = new Map<string, GroupCopies['reasons'][number]>();
  const inside = refused.map((copies) => ({ code: null, ...copies }));
  const outside = pages
    .filter(({ state, said }) => state !== 'delivered' && said !== null)
    .map(({ state, ...rest }) => ({ event: state, ...rest }));
  for (const copies of [...inside, ...outside]) {
    const key = JSON.stringify([copies.event, copies.code, copies.said]);
    const known = counted.get(key) ?? { ...copies, count: 0 };
    counted.set(key, { ...known, count: known.count + copies.count });
  }
  return [...counted.values()].sort((one, other) => other.count - one.count).slice(0, MOST_REASONS);
}
