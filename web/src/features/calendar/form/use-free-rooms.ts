import type { BookableRoom } from '@bocau/contract/calendar-rooms.ts';
import { useEffect, useState } from 'react';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { type EventFormValues, fieldsOf, hasTimes } from './form-values.ts';

export type FreeRooms = {
  /** Null until they are known; what was known stays until the next answer. */
  rooms: readonly BookableRoom[] | null;
  failed: boolean;
};

type Known = FreeRooms & { retry(): void };

/** The rooms of the domain, and who has them at the time that is filled in. */
export function useFreeRooms(values: EventFormValues, eventId: string | undefined): Known {
  const api = useApi();
  const [known, setKnown] = useState<FreeRooms>({ rooms: null, failed: false });
  const [attempt, setAttempt] = useState(0);
  const { start, end, rule } = fieldsOf(values, []);
  const named = values.rooms.map(({ email }) => email);
  const asked = hasTimes(values)
    ? JSON.stringify({ start, end, rule, ...(eventId && { event_id: eventId }) })
    : null;
  const chosen = named.join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (asked === null) return;
    let left = false;
    const body = JSON.parse(asked) as Parameters<typeof api.listFreeRooms>[0]['body'];
    const all = api.listFreeRooms({ body });
    // Of a series all times are looked at for those that are chosen.
    const isSeries = body.rule !== null && chosen !== '';
    const ofChosen = isSeries ? api.listFreeRooms({ body: { ...body, rooms: chosen.split(' ') } }) : null;
    void Promise.all([all, ofChosen]).then(
      ([{ data }, exact]) => {
        const exactly = new Map(exact?.data.map((room) => [room.email, room]));
        const rooms = data.map((room) => exactly.get(room.email) ?? room);
        if (!left) setKnown({ rooms, failed: false });
      },
      () => {
        if (!left) setKnown(({ rooms }) => ({ rooms, failed: true }));
      },
    );
    return () => {
      left = true;
    };
  }, [api, asked, chosen, attempt]);

  return { ...known, retry: () => setAttempt((number) => number + 1) };
}
