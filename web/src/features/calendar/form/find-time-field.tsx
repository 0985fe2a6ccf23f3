import { LIMITS } from '@bocau/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconClockSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { momentsOf, type Span, spanOf, timesOf } from '../../../model/calendar/occurrence-times.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { FindTime } from '../busy/find-time.tsx';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './event-form.module.css';
import { type EventFormValues, fieldsOf, hasTimes } from './form-values.ts';

const LENGTH = 60;
/** FindTime looks within a working day. */
const LONGEST = 600;

type Props = {
  screen: Pick<CalendarScreenState, 'zone' | 'today' | 'now' | 'calendars'>;
  values: EventFormValues;
  eventId: string | undefined;
  onChange(values: EventFormValues): void;
};

/** CL-210: times at which those who are asked, and the rooms, are free; one that is chosen is that of the event. */
export function FindTimeField({ screen, values, eventId, onChange }: Props) {
  const { t } = useTranslation();
  const { zone, today, now, calendars } = screen;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) root.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  const self = useSessionState((session) => session.user()?.email ?? null);
  // Who keeps a calendar for somebody looks for a time of theirs.
  const own = calendars.find(({ id }) => id === values.calendarId)?.owner?.email ?? self;
  const rooms = values.rooms.map(({ email }) => email);
  const addressesOf = (guests: readonly ComposeRecipient[]) =>
    guests.filter(({ valid }) => valid).map(({ email }) => email);
  const optional = addressesOf(values.optional);
  const emails = [
    ...new Set([...(own === null ? [] : [own]), ...rooms, ...addressesOf(values.guests), ...optional]),
  ];
  const span = spanIn(values, zone);
  // One of whole days has no span to be moved, and is on its day all the same.
  const day = span ? dayOfWall(span.start) : values.startDay;
  const isPast = day < today;

  function choose(chosen: Span): void {
    const { start, end } = timesOf('zoned', chosen, { own: zone, event: values.zone ?? zone });
    onChange({
      ...values,
      isWhole: false,
      ...{ startDay: start.day, startClock: start.clock ?? '', endDay: end.day, endClock: end.clock ?? '' },
    });
  }

  return (
    <div ref={root} className={styles.findTime}>
      <Button
        variant="default"
        leftSection={<IconClockSearch size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'calendar.findTime.hide' : 'calendar.findTime.find')}
      </Button>
      {isOpen && (
        <FindTime
          emails={emails.slice(0, LIMITS.busyPeople)}
          optional={optional}
          rooms={rooms}
          day={isPast ? today : day}
          zone={zone}
          now={now}
          length={lengthOf(span)}
          chosen={span}
          eventId={eventId}
          onChoose={choose}
        />
      )}
    </div>
  );
}

/** Where the event stands on the person's wall, of what has hours. */
function spanIn(values: EventFormValues, zone: string): Span | null {
  if (values.isWhole || !hasTimes(values)) return null;
  const { start, end } = fieldsOf(values, []);
  const inZone = { start: { ...start, zone: start.zone ?? zone }, end: { ...end, zone: end.zone ?? zone } };
  return spanOf(momentsOf(inZone), zone);
}

function lengthOf(span: Span | null): number {
  const minutes = span === null ? 0 : (span.end - span.start) / 60_000;
  return minutes > 0 && minutes <= LONGEST ? minutes : LENGTH;
}
