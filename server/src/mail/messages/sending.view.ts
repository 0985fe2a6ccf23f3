import type { RecipientDelivery, Sending } from '@bocau/contract/messages.ts';
import type { SendingRow } from './messages.store.ts';

/** How the reason of a hold begins that no administrator has set. */
export const BRAKED = 'Held automatically';

/** A message that was taken back is a draft as any other. */
export function sendingView(row: SendingRow | null): Sending | null {
  if (row === null || row.state === 'cancelled') return null;
  const { kind, state, due_at, undo_until, recipients } = row;
  return {
    kind,
    state,
    due_at,
    undo_until,
    recipients: recipients.map(recipientView),
  };
}

function recipientView({ state, ...given }: SendingRow['recipients'][number]): RecipientDelivery {
  const { held_by, reply } = given;
  if (held_by === null) {
    return { ...given, state: state === 'trying' || state === 'handing_over' ? 'waiting' : state };
  }
  // There may be a server's reply of before, which is not why they wait.
  const reason = held_by === 'brake' && reply?.startsWith(BRAKED) ? reply : null;
  return { ...given, state: 'held', reply: reason, next_at: null };
}
