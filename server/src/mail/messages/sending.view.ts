import type { RecipientDelivery, Sending } from '@bocau/contract/messages.ts';
import type { RecipientState } from '../../tables.ts';
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
    recipients: recipients.map((each) => ({
      ...each,
      state: shownState(each.state),
      reply: each.state === 'held' ? reasonOfHold(each.reply) : each.reply,
    })),
  };
}

function shownState(state: RecipientState): RecipientDelivery['state'] {
  return state === 'trying' || state === 'handing_over' ? 'waiting' : state;
}

/** Of whom an administrator holds there may be a server's reply of before, which is not why they wait. */
function reasonOfHold(reply: string | null): string | null {
  return reply?.startsWith(BRAKED) ? reply : null;
}
