import type { MetaOf } from '@bocau/contract/endpoint.ts';
import type { listThreads } from '@bocau/contract/threads.ts';
import { printedMembers } from '../../mail/mailbox/card-version.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { PrintedRow } from './threads.store.ts';

/**
 * The answer of a thread list, put together from the kept cards without reading them: at 50 rows a page, reading and
 * printing them again was half of what a list cost. Rows are those of `threadView`.
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
