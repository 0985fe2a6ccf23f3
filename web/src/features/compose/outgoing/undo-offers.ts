import { actHistory, forgetAct } from '../../../parts/acts/act-history.ts';
import { dismiss } from '../../../parts/notices/notify.ts';

/** How a send is taken back: by its notice, and as the latest act. */
type Offer = { notice: number; act: number };
export type UndoOffers = Map<string, Offer>;

/** Takes back the offers that no longer stand, those too whose notice the pointer holds. */
export function endOffers(offers: UndoOffers, stands: (key: string) => boolean): void {
  for (const [key, { notice, act }] of offers) {
    if (stands(key)) continue;
    dismiss(notice);
    if (actHistory.get().some(({ id, state }) => id === act && state === 'done')) forgetAct(act);
    offers.delete(key);
  }
}
