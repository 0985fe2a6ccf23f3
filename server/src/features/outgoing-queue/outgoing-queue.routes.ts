import {
  actOnQueue as actOnQueueEndpoint,
  getQueueTotals,
  listQueue,
  listTopSenders,
  QUEUE_PER_PAGE,
} from '@bocau/contract/admin-mail.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readHeldDestinations, readHeldSenders } from '../../mail/outbox/holds.store.ts';
import type { SendingLimits } from '../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { actOnQueue, type QueueSelection } from './act-on-queue.ts';
import { findSender, type QueuePlace, readDestinationTotals, readQueue } from './queue.store.ts';
import { cursorOf, queuedView, readQueueId } from './queue.view.ts';
import { readTopSenders } from './senders.store.ts';

/** How many rows without a matching index are scanned per page. */
const WALKED_A_PAGE = 5_000;
const TOTALS = 100;
const TOP_SENDERS = 50;

type Deps = ChangeDeps & { config: { sending: SendingLimits } };

export function outgoingQueueRoutes(deps: Deps): Route[] {
  const { clock, config, db } = deps;

  async function senderOf(address: string): Promise<number> {
    const found = await findSender(db, foldAddress(address));
    if (found === undefined) throw new Failure('not_found', 'There is no such mailbox here');
    return found;
  }

  return [
    route(listQueue, async ({ query }) => {
      const { message: id, destination, sender, recipient, before, reason, cursor } = query;
      const none = { data: [], meta: { next_cursor: null } };
      const message = id === undefined ? {} : readQueueId(id);
      const found = sender === undefined ? undefined : await findSender(db, foldAddress(sender));
      if (message === null || (sender !== undefined && found === undefined)) return none;
      const { rows, walked } = await readQueue(
        db,
        {
          ...(found !== undefined && { mailboxId: found }),
          ...message,
          destination: destination?.toLowerCase(),
          recipient: recipient === undefined ? undefined : foldAddress(recipient),
          before,
          reason,
        },
        {
          after: cursor === undefined ? null : readCursor(cursor),
          limit: QUEUE_PER_PAGE,
          walk: WALKED_A_PAGE,
        },
      );
      const place = cursorOf(walked);
      return { data: rows.map(queuedView), meta: { next_cursor: place && encodeCursor(place) } };
    }),

    route(getQueueTotals, async () => ({ data: await readTotals(db) })),

    route(listTopSenders, async () => ({
      data: await readTopSenders(db, unixSeconds(clock), TOP_SENDERS),
      meta: { per_hour: config.sending.perHour, per_day: config.sending.perDay },
    })),

    route(actOnQueueEndpoint, async ({ body, caller }) => {
      const { act, reason = '' } = body;
      // Removal is final; the other acts can be undone.
      if (act === 'remove') requireFreshAdmin(caller, clock);
      const selection = await readSelection(body, senderOf);
      return { data: await actOnQueue(deps, { act, selection, reason: reason.trim() }, caller.actor) };
    }),
  ];
}

async function readTotals(db: ReadDb) {
  const [destinations, senders, heldDestinations] = await Promise.all([
    readDestinationTotals(db, TOTALS),
    readHeldSenders(db, TOTALS),
    readHeldDestinations(db, TOTALS),
  ]);
  const held_senders = senders.map(({ mailbox_id: _, ...held }) => held);
  return { destinations, held_senders, held_destinations: heldDestinations };
}

type Named = { message?: string; destination?: string; sender?: string; recipient?: string };

async function readSelection(
  { message: id, destination, sender, recipient }: Named,
  senderOf: (address: string) => Promise<number>,
): Promise<QueueSelection> {
  const named = [id, destination, sender].filter((each) => each !== undefined);
  if (named.length !== 1) {
    const problem = 'name one: a message, a destination or a sender';
    throw invalidInput(problem, { field: 'message', problem, rule: 'invalid' });
  }
  if (destination !== undefined) return { destination: destination.toLowerCase() };
  if (sender !== undefined) return { mailboxId: await senderOf(sender) };
  const message = readQueueId(id as string);
  if (!message) throw new Failure('not_found', 'Nothing of this message is in the queue');
  return { ...message, recipient: recipient === undefined ? undefined : foldAddress(recipient) };
}

function readCursor(cursor: string): QueuePlace {
  const [queuedAt, outboxId, address] = decodeCursor(cursor, 3) ?? [];
  const isPlace =
    Number.isSafeInteger(queuedAt) &&
    typeof outboxId === 'string' &&
    isId(outboxId) &&
    typeof address === 'string';
  if (!isPlace) throw new Failure('invalid_cursor', 'The cursor is not one of this list');
  return { queuedAt: queuedAt as number, outboxId, address };
}
