import { useEffect, useRef, useState } from 'react';
import type { KeptForm } from '../../../model/calendar/kept-forms.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { type EventFormValues, fieldsOf, repeatFault } from './form-values.ts';

type Typed = {
  /** The form goes on with what was kept. */
  known?: KeptForm | null;
  values: EventFormValues;
  isChanged: boolean;
  edited?: KeptForm['edited'];
};

/** CL-260: keeps what is typed on this device. Returns what forgets it, for when it is saved or discarded. */
export function useKeptForm(
  { model, writable }: CalendarScreenState,
  { known = null, values, isChanged, edited = null }: Typed,
): () => void {
  const [id] = useState(() => known?.id ?? crypto.randomUUID());
  const isEnded = useRef(false);
  const given = useRef({ writable, edited });
  given.current = { writable, edited };
  useEffect(() => {
    if (isEnded.current) return;
    if (!isChanged) return model.dropForm(id);
    const { calendarId, repeat } = values;
    // A rule that is not whole yet can't be written.
    const whole = repeatFault(repeat) ? { ...values, repeat: { kind: 'none' as const } } : values;
    const { writable: calendars, edited: of } = given.current;
    model.keepForm({ id, calendarId, fields: fieldsOf(whole, calendars), edited: of });
  }, [model, id, values, isChanged]);
  useEffect(() => () => model.releaseForm(id), [model, id]);
  return () => {
    isEnded.current = true;
    model.dropForm(id);
  };
}
