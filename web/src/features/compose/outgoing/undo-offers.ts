import { actHistory, forgetAct } from '../../../parts/acts/act-history.ts';
import { dismiss } from '../../../parts/notices/notify.ts';

/** How a send can be undone: by its notice, and as the latest act of the history. */
type Offer = { notice: number; act: number };
export type UndoOffers = Map<string, Offer>;

/** Withdraws the offers that have expired, also those whose notice is kept open by the pointer. */
export function endOffers(offers: UndoOffers, stands: (key: string) => boolean): void {
  for (const [key, { notice, act }] of offers) {
    if (stands(key)) continue;
    dismiss(notice);
    if (actHistory.get().some(({ id, state }) => id === act && state === 'done')) forgetAct(act);
    offers.delete(key);
  }
}
