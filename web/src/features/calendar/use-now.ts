import { shownAt } from '@bocau/contract/zoned-time.ts';
import { useEffect, useState } from 'react';
import { everyMinute, now } from '../../lib/timers.ts';

const read = (zone: string) => shownAt(now(), zone);

/** The time on the person's wall, by the minute. */
export function useNow(zone: string): number {
  const [wall, setWall] = useState(() => read(zone));
  useEffect(() => {
    setWall(read(zone));
    return everyMinute(() => setWall(read(zone)));
  }, [zone]);
  return wall;
}
