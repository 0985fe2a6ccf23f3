import type { AppPassword } from '@bocau/contract/app-passwords.ts';
import { useEffect, useState } from 'react';
import { everySecond } from '../../../lib/timers.ts';
import { useAppPasswords } from '../use-app-passwords.ts';
import { isTimeToLook, LOOKED_FOR } from './arrival-pace.ts';

export type Arrival = 'waiting' | 'arrived' | 'over';

/**
 * Polls whether a device has signed in with its password. No socket event reports it: `new_sign_in` is about
 * unknown devices and doesn't name app passwords. The time doesn't count while the page is hidden.
 */
export function useArrival({ id }: AppPassword): { arrival: Arrival; lookAgain(): void } {
  const [round, setRound] = useState({ isOver: false });
  const { data, refetch } = useAppPasswords();
  const hasArrived = data?.data.some((each) => each.id === id && each.last_used_at !== null) === true;

  useEffect(() => {
    if (hasArrived || round.isOver) return;
    const isSeen = () => document.visibilityState === 'visible';
    let seconds = 0;
    const stop = everySecond(() => {
      if (!isSeen()) return;
      seconds += 1;
      if (isTimeToLook(seconds)) void refetch();
      if (seconds > LOOKED_FOR) setRound({ isOver: true });
    });
    const look = () => void (isSeen() && refetch());
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [hasArrived, refetch, round]);

  function lookAgain() {
    setRound({ isOver: false });
    void refetch();
  }

  return { arrival: hasArrived ? 'arrived' : round.isOver ? 'over' : 'waiting', lookAgain };
}
