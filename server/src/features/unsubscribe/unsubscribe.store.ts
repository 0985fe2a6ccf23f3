import type { SenderChecks } from '@bocau/contract/messages.ts';
import { isId } from '../../platform/ids.ts';
import type { MessageHeaders, ReadDb } from '../../tables.ts';

export type OfferRow = { headers: MessageHeaders; sender_checks: SenderChecks | null };

export async function readOffer(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<OfferRow | undefined> {
  if (!isId(messageId)) return undefined;
  return db
    .selectFrom('message_contents')
    .select(['headers', 'sender_checks'])
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}
