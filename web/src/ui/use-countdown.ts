import { useEffect, useState } from 'react';
import { everySecond, now } from '../lib/timers.ts';

/** Whole seconds until a point in time; 0 once it has passed. */
export function useCountdown(until: number): number {
  const [moment, setMoment] = useState(now);
  const left = Math.max(0, Math.ceil((until - moment) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    setMoment(now());
    return until <= now() || isOver ? undefined : everySecond(() => setMoment(now()));
  }, [until, isOver]);
  return left;
}
