import type { Occurrence } from '@bocau/contract/calendar.ts';

/** As rows of occurrences name it, with what follows from who looks at it. */
type Row = Omit<Occurrence, 'event_id' | 'is_waiting' | 'is_maybe'> & {
  object_id: string;
  is_waiting?: boolean;
  is_maybe?: boolean;
};

/** What of a row is told. */
export function occurrenceOf({
  object_id,
  only_busy,
  is_declined,
  is_waiting,
  is_maybe,
  has_proposal,
  ...one
}: Row): Occurrence {
  return {
    ...{ event_id: object_id, calendar_id: one.calendar_id, original: one.original },
    ...{ title: one.title, place: one.place, kind: one.kind, at: one.at, until: one.until },
    ...{ repeats: one.repeats, is_busy: one.is_busy, is_private: one.is_private },
    ...(only_busy && { only_busy }),
    ...(is_declined && { is_declined }),
    ...(is_waiting && { is_waiting: true as const }),
    ...(is_maybe && { is_maybe: true as const }),
    ...(has_proposal && { has_proposal }),
  };
}
