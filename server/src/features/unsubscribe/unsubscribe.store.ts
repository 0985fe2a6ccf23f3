import type { SenderChecks } from '@bocau/contract/messages.ts';
import { isId } from '../../platform/ids.ts';
import type { MessageHeaders, ReadDb, Tx } from '../../tables.ts';

export type OfferRow = {
  headers: MessageHeaders;
  sender_checks: SenderChecks | null;
  newsletter: string | null;
};

export async function readOffer(
  db: ReadDb,
  mailboxId: number,
  messageId: string,
): Promise<OfferRow | undefined> {
  if (!isId(messageId)) return undefined;
  return db
    .selectFrom('message_contents as c')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.mailbox_id', '=', 'c.mailbox_id').onRef('m.id', '=', 'c.message_id'),
    )
    .select(['c.headers', 'c.sender_checks', 'm.newsletter'])
    .where('c.mailbox_id', '=', mailboxId)
    .where('c.message_id', '=', messageId)
    .executeTakeFirst();
}

export async function rememberUnsubscribed(
  tx: Tx,
  mailboxId: number,
  { newsletter, at }: { newsletter: string; at: number },
): Promise<void> {
  await tx
    .insertInto('unsubscribed_senders')
    .values({ mailbox_id: mailboxId, newsletter, at })
    .onConflict((conflict) => conflict.columns(['mailbox_id', 'newsletter']).doUpdateSet({ at }))
    .execute();
}
