import type { ChosenSettings } from '@bocau/contract/settings.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import type { ThreadAct } from '../../parts/acts/thread-act.ts';
import { ACTS } from '../thread-actions/acts.ts';

export type Side = 'left' | 'right';
type Swipes = Pick<ChosenSettings, 'swipe_left' | 'swipe_right'>;

/** The keys of the acts that a choice may mean, of which one at most applies to a conversation. */
const KEYS: Partial<Record<ChosenSettings['swipe_left'], string>> = {
  delete: '#',
  archive: 'e',
  read: 'Shift+i Shift+u',
  snooze: 'b',
  star: 's',
};

/** TL-25: the act of a row that is drawn to a side; null where none is chosen, or the chosen one does not apply. */
export function swipeAct(
  { swipe_left: left, swipe_right: right }: Swipes,
  side: Side,
  target: ActTarget,
): ThreadAct | null {
  const keys = KEYS[side === 'left' ? left : right]?.split(' ');
  return ACTS.find(({ shortcut, available }) => keys?.includes(shortcut ?? '') && available(target)) ?? null;
}
