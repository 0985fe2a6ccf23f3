import type { RecipientDelivery, Sending } from '@bocau/contract/messages.ts';
import { sql } from 'kysely';
import type { OutboxState, RecipientState } from '../../tables.ts';

/** The last time that a message was to be sent. */
export type SendingRow = Omit<Sending, 'state' | 'recipients'> & {
  state: OutboxState;
  error: string | null;
  /** Somebody of the own domain got it, and it was not taken back yet. */
  recallable: boolean;
  recipients: (Omit<RecipientDelivery, 'state'> & { state: RecipientState })[];
};

/** Of the message `m` of the query around it. */
export const SENDING = sql`(
  select json_build_object('kind', s.kind, 'state', s.state, 'due_at', s.due_at, 'undo_until', s.undo_until,
    'error', s.error, 'recallable', s.recalled_at is null and exists (
      select from outbox_recipients r
      join mailboxes own on own.id = s.mailbox_id and own.enable_recall
      join mailboxes there on there.id = r.local_mailbox_id and there.domain_id = own.domain_id
      where r.mailbox_id = s.mailbox_id and r.outbox_id = s.id and r.local_message_id is not null),
    'recipients', coalesce((
      select json_agg(json_build_object('email', r.email, 'name', r.name, 'state', r.state, 'reply', r.reply,
        'at', r.at, 'next_at', r.next_at) order by r.address)
      from outbox_recipients r where r.mailbox_id = s.mailbox_id and r.outbox_id = s.id), '[]'))
  from outbox s where s.mailbox_id = m.mailbox_id and s.message_id = m.id
  order by s.created_at desc, s.id desc limit 1)`;

/** A letter that was taken back is a draft as any other. */
export function sendingView(row: SendingRow | null): Sending | null {
  if (row === null || row.state === 'cancelled') return null;
  const { kind, state, due_at, undo_until, recipients } = row;
  return {
    kind,
    state,
    due_at,
    undo_until,
    recipients: recipients.map((each) => ({ ...each, state: shownState(each.state) })),
  };
}

function shownState(state: RecipientState): RecipientDelivery['state'] {
  return state === 'trying' || state === 'handing_over' ? 'waiting' : state;
}
