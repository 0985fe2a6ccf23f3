import type { BusyPerson } from '@bocau/contract/calendar-busy.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../../parts/mailbox/use-api.ts';

type Asked = { emails: readonly string[]; day: string; zone: string; eventId: string | undefined };

/** When these people are busy on a day; what was known of them stays until the next answer. */
export function useBusyPeople({ emails, day, zone, eventId }: Asked) {
  const api = useApi();
  const [known, setKnown] = useState<{ day: string; people: readonly BusyPerson[] } | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const wanted = emails.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    let left = false;
    setFailed(false);
    if (wanted === '') {
      setKnown({ day, people: [] });
      return;
    }
    const event = eventId === undefined ? {} : { event_id: eventId };
    const body = { emails: wanted.split(' '), from: day, to: day, zone, ...event };
    void api.listBusyTimes({ body }).then(
      ({ data }) => {
        if (!left) setKnown({ day, people: data });
      },
      () => {
        if (!left) setFailed(true);
      },
    );
    return () => {
      left = true;
    };
  }, [api, wanted, day, zone, eventId, attempt]);

  const people = known?.day === day ? known.people : null;
  return { people, failed, retry: () => setAttempt((number) => number + 1) };
}
