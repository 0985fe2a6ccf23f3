import { AUDIT_AT_ONCE, listAudit } from '@bocau/contract/admin-oversight.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { readAudit } from './audit.store.ts';

export function auditRoutes({ db }: { db: ReadDb }): Route[] {
  return [
    route(listAudit, async ({ caller, query: { cursor, ...filter } }) => {
      const after = cursor === undefined ? null : readCursor(cursor);
      const { domainId } = caller.actor;
      const found = await readAudit(db, { ...filter, domainId }, { after, limit: AUDIT_AT_ONCE + 1 });
      const data = found.slice(0, AUDIT_AT_ONCE);
      const last = found.length > AUDIT_AT_ONCE ? data.at(-1) : undefined;
      return {
        data: data.map(({ id, ...row }) => ({ ...row, id: String(id) })),
        meta: { next_cursor: last ? encodeCursor([last.id]) : null },
      };
    }),
  ];
}

function readCursor(cursor: string): number {
  const [id] = decodeCursor(cursor, 1) ?? [];
  if (!Number.isSafeInteger(id)) throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  return id as number;
}
