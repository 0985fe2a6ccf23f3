import type { MetaOf } from '@bocau/contract/endpoint.ts';
import type { listThreads } from '@bocau/contract/threads.ts';
import { printedMembers } from '../../mail/mailbox/card-version.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { PrintedRow } from './threads.store.ts';

/**
 * Serializes a thread list from the stored JSON cards without parsing them: at 50 rows a page, parsing and
 * serializing them was half of a list's cost. Rows equal those of `threadView`.
 */
export function serializeList(rows: PrintedRow[], meta: MetaOf<typeof listThreads>): Bytes {
  const printed = rows.map(printRow).join(',');
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    stream: Buffer.from(`{"data":[${printed}],"meta":${JSON.stringify(meta)}}`),
  };
}

function printRow({ thread_id, unread, starred, card, home_path }: PrintedRow): string {
  const path = JSON.stringify(home_path);
  const own = `"id":"${thread_id}","mailbox_name":${path},"unread":${unread},"isRead":${!unread},"starred":${starred}`;
  return `{${own},${printedMembers(card)}`;
}
