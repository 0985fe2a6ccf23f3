import * as storage from '@bocau/contract/storage.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import {
  type LargeAfter,
  readLargeMessages,
  readLargeSenders,
  readRepeatedFiles,
} from './large-messages.store.ts';
import { readUsedStorage } from './storage.store.ts';
import { largeView, repeatedView, storageView } from './storage.view.ts';

const A_PAGE = 50;

export function storageRoutes({ db }: { db: ReadDb }): Route[] {
  return [
    route(storage.getStorage, async ({ caller }) => {
      const used = await readUsedStorage(db, caller.mailbox);
      if (!used) throw new Error('a mailbox has no state');
      return { data: storageView(used) };
    }),

    route(storage.listLargeMessages, async ({ caller, query }) => {
      const page = { after: readCursor(query.cursor), limit: A_PAGE };
      const rows = await readLargeMessages(db, caller.mailbox, page);
      const last = rows.length === A_PAGE ? rows.at(-1) : undefined;
      return {
        data: rows.map(largeView),
        meta: { next_cursor: last ? encodeCursor([last.size, last.id]) : null },
      };
    }),

    route(storage.listLargeSenders, async ({ caller }) => ({
      data: await readLargeSenders(db, caller.mailbox, A_PAGE),
    })),

    route(storage.listRepeatedFiles, async ({ caller }) => ({
      data: repeatedView(await readRepeatedFiles(db, caller.mailbox, A_PAGE)),
    })),
  ];
}

function readCursor(cursor: string | undefined): LargeAfter | null {
  if (cursor === undefined) return null;
  const [size, id] = decodeCursor(cursor, 2) ?? [];
  if (typeof size === 'number' && Number.isSafeInteger(size) && typeof id === 'string' && isId(id))
    return { size, id };
  throw new Failure('invalid_cursor', 'The cursor is not one of this list');
}
