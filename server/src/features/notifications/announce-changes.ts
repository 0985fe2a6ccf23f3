import { sql } from 'kysely';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import type { ChangeAnnouncer } from '../mailbox/change-mailbox.ts';

/** Payload: ids of the mailboxes that changed, comma-separated. */
export const MAILBOXES_CHANGED = 'mailboxes_changed';

const MAILBOXES_A_PAYLOAD = 300;

/**
 * Notifies every http process after a commit. Not within the transaction: PostgreSQL lets only one notifying
 * transaction commit at a time, which would put all deliveries in a row. Changes that come while one notification is
 * under way share the next one. One that is lost is made good by the sockets' own look at the numbers.
 */
export function createChangeAnnouncer(db: Db, log: Logger): ChangeAnnouncer & { idle(): Promise<void> } {
  let waiting = new Set<number>();
  let sending: Promise<void> | null = null;

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const mailboxes = [...waiting];
      waiting = new Set();
      const payloads: string[] = [];
      for (let from = 0; from < mailboxes.length; from += MAILBOXES_A_PAYLOAD) {
        payloads.push(mailboxes.slice(from, from + MAILBOXES_A_PAYLOAD).join(','));
      }
      await notify(db, payloads).catch((error: Error) =>
        log.warn({ reason: error.message }, 'A change could not be announced'),
      );
    }
    sending = null;
  }

  return {
    changed(mailboxId) {
      waiting.add(mailboxId);
      sending ??= send();
    },
    async idle() {
      await sending;
    },
  };
}

/** A notification leaves no trace that a flush of the disk could save, so it does not wait for one. */
async function notify(db: Db, payloads: string[]): Promise<void> {
  await sql`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    select pg_notify(${MAILBOXES_CHANGED}, payload) from unhurried, unnest(${payloads}::text[]) as p(payload)
  `.execute(db);
}
