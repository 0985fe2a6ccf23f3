import type { Reminder } from '@bocau/contract/calendar.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useSessionModel } from '../../../parts/session/use-session-model.ts';

/** `until` null: dismissed; otherwise to come again then, in Unix seconds. */
export type Answer = (reminder: Reminder, until: number | null) => Promise<void>;

type Reminders = {
  /** Null until one has come. */
  standing: readonly Reminder[] | null;
  answer: Answer;
};

/** What this person is reminded of on all devices, as the server has it. */
export function useReminders(): Reminders {
  const api = useApi();
  const session = useSessionModel();
  const [standing, setStanding] = useState<readonly Reminder[] | null>(null);
  const answered = useRef(new Map<string, number>());
  const shown = useRef(standing);
  shown.current = standing;
  const ask = useRef(() => {});

  useEffect(() => {
    let asking = false;
    let again = false;
    let left = false;

    async function read(): Promise<void> {
      again = asking;
      if (asking) return;
      asking = true;
      // Out of reach, or signed out: it is asked again with the next connection.
      const found = await api.listReminders({}).then(
        ({ data }) => data,
        () => null,
      );
      asking = false;
      if (left) return;
      const open = found?.filter((one) => (answered.current.get(keyOf(one)) ?? 0) < one.given_at);
      if (open && (open.length > 0 || shown.current !== null)) setStanding(open);
      if (again) void read();
    }

    ask.current = () => void read();
    const leave = session.join({
      frames: {
        reminders: ask.current,
        // The event of one may have another title or time now.
        calendar_changed: () => (shown.current?.length ?? 0) > 0 && ask.current(),
      },
      connected: ask.current,
    });
    // Otherwise it is asked with the connection.
    if (session.connection().state === 'online') ask.current();
    return () => {
      left = true;
      leave();
    };
  }, [api, session]);

  const answer = useCallback<Answer>(
    async (reminder, until) => {
      const { event_id: id, original, given_at } = reminder;
      answered.current.set(keyOf(reminder), given_at);
      setStanding((known) => known?.filter((one) => keyOf(one) !== keyOf(reminder)) ?? null);
      try {
        if (until === null) await api.dismissReminder({ params: { id }, body: { original } });
        else await api.snoozeReminder({ params: { id }, body: { original, until } });
      } catch (error) {
        answered.current.delete(keyOf(reminder));
        ask.current();
        throw error;
      }
    },
    [api],
  );

  return { standing, answer };
}

function keyOf({ event_id, original }: Reminder): string {
  return `${event_id} ${original}`;
}
