import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { hasSubscribed } from './subscriptions.store.ts';

/** CL-189: what comes from an address is changed by nothing but that address. */
export async function refuseSubscribed(tx: Tx, mailboxId: number, calendarIds: string[]): Promise<void> {
  if (!(await hasSubscribed(tx, mailboxId, calendarIds))) return;
  throw new Failure('forbidden', 'This calendar is read from an address: its events are not changed here');
}
