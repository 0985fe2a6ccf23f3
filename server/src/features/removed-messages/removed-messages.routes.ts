import { LIMITS } from '@bocau/contract/limits.ts';
import {
  listRemovedMessages,
  type RemovedMessage,
  restoreRemovedMessages,
} from '@bocau/contract/removed-messages.ts';
import { shownSender } from '../../mail/mailbox/shown-sender.ts';
import { shownSubject } from '../../mail/mailbox/shown-subject.ts';
import {
  countRemoved,
  type RemovedRow,
  readRemovedPage,
} from '../../mail/messages/removed-messages.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import { type RestoreDeps, restoreRemoved } from './restore-removed.ts';

const DAY_SECONDS = 24 * 3600;

export function removedMessageRoutes(deps: RestoreDeps): Route[] {
  return [
    route(listRemovedMessages, async ({ caller, query }) => {
      const since = unixSeconds(deps.clock) - LIMITS.removedDays * DAY_SECONDS;
      const after = query.cursor === undefined ? null : readCursor(query.cursor);
      const page = { since, after, limit: LIMITS.pageSize };
      const [rows, total] = await Promise.all([
        readRemovedPage(deps.db, caller.mailbox, page),
        after === null ? countRemoved(deps.db, caller.mailbox, since) : null,
      ]);
      const last = rows.at(-1);
      const isFull = rows.length === LIMITS.pageSize;
      return {
        data: rows.map(removedView),
        meta: { next_cursor: last && isFull ? encodeCursor([last.removed_at, last.id]) : null, total },
      };
    }),

    route(restoreRemovedMessages, async ({ caller, body }) => {
      await restoreRemoved(deps, caller.mailbox, body.ids);
      return { data: OK };
    }),
  ];
}

function readCursor(cursor: string): { at: number; id: string } {
  const [at, id] = decodeCursor(cursor, 2) ?? [];
  if (!Number.isSafeInteger(at) || typeof id !== 'string' || !isId(id))
    throw new Failure('invalid_cursor', 'Invalid cursor');
  return { at: at as number, id };
}

function removedView({ sender, recipients: to, subject, spoofed, ...row }: RemovedRow): RemovedMessage {
  return { ...row, subject: shownSubject(subject, spoofed), from: shownSender(sender), to };
}
