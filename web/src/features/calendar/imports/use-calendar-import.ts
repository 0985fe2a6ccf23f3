import { freeColor } from '@bocau/contract/calendar-colors.ts';
import {
  CALENDAR_IMPORT_BYTES,
  type CalendarImportPlan,
  type CalendarImportResult,
} from '@bocau/contract/calendar-imports.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { useEffect, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { everySecond } from '../../../lib/timers.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { isWritable } from '../changeable.ts';
import { freeName } from './free-name.ts';

const MB = 1024 * 1024;

export const NEW_CALENDAR = 'new';

export type CalendarImport = ReturnType<typeof useCalendarImport>;

/** A file is planned first, again with each change of the calendar, and then imported. */
export function useCalendarImport(onImported: (result: CalendarImportResult) => void) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const [file, setFile] = useState<File | null>(null);
  const [plan, setPlan] = useState<CalendarImportPlan | null>(null);
  /** An id, or `NEW_CALENDAR`. */
  const [target, setTarget] = useState(() => (model.calendars() ?? []).find(isWritable)?.id ?? NEW_CALENDAR);
  /** What the file says; it does not change while an import that was interrupted goes on. */
  const [proposed, setProposed] = useState('');
  /** Null until it is typed. */
  const [typedName, setTypedName] = useState<string | null>(null);
  const [busy, setBusy] = useState<'planning' | 'importing' | null>(null);
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null);
  const [faults, setFaults] = useState<{ file?: string; target?: string; import?: string }>({});
  // An import whose answer was lost goes on under the same name; another file or calendar is another import.
  const uid = useRef('');
  /** Of which something may be there already, that can be undone. */
  const [begun, setBegun] = useState<string | null>(null);
  const plans = useRef(0);

  const name = typedName ?? proposed;
  const written = plan ? plan.created + plan.replaced : 0;

  useEffect(() => {
    if (busy !== 'importing') return;
    return everySecond(() => {
      const params = { uid: uid.current };
      // Before the file has come there is no such import.
      api.getCalendarImport({ params }).then(
        ({ data }) => setProgress(data),
        () => undefined,
      );
    });
  }, [api, busy]);

  function begin(): void {
    uid.current = crypto.randomUUID();
    setBegun(null);
    setFaults({});
  }

  function propose(said: string): void {
    setProposed(
      freeName(
        said,
        (model.calendars() ?? []).map((one) => one.name),
      ),
    );
  }

  function formOf(of: File, into: string, fields: Record<string, string>): FormData {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    if (into !== NEW_CALENDAR) form.append('calendar_id', into);
    form.append('file', of, of.name);
    return form;
  }

  async function makePlan(of: File, into: string): Promise<void> {
    plans.current += 1;
    const number = plans.current;
    setBusy('planning');
    try {
      const form = formOf(of, into, into === NEW_CALENDAR ? { name: NEW_CALENDAR } : {});
      const { data } = await api.planCalendarImport({ form });
      if (plans.current !== number) return;
      setPlan(data);
      if (data.name !== '') propose(data.name);
    } catch (thrown) {
      if (plans.current !== number) return;
      const error = asApiError(thrown);
      setFaults(
        isOfTarget(error) ? { target: t('calendarImport.calendarGone') } : { file: fileFault(error) },
      );
    } finally {
      if (plans.current === number) setBusy(null);
    }
  }

  function fileFault(error: ApiError): string {
    if (error.code === 'too_large') return tooLarge();
    if (error.details.archive === 'zip') return t('calendarImport.archive');
    return t('calendarImport.notRead', { reason: errorWords(t, error) });
  }

  function tooLarge(): string {
    return t('calendarImport.tooLarge', { limit: CALENDAR_IMPORT_BYTES / MB });
  }

  return {
    ...{ file, plan, target, name, busy, progress, faults, begun, written },
    canImport: written > 0 && faults.file === undefined && busy === null,
    setName(next: string) {
      setFaults({});
      setTypedName(next);
    },
    setTarget(next: string) {
      begin();
      setTarget(next);
      if (file) void makePlan(file, next);
    },
    choose(chosen: File) {
      begin();
      setFile(chosen);
      setPlan(null);
      propose(chosen.name.replace(/\.(ics|zip)$/i, ''));
      if (chosen.size <= CALENDAR_IMPORT_BYTES) return void makePlan(chosen, target);
      plans.current += 1;
      setBusy(null);
      setFaults({ file: tooLarge() });
    },
    planAgain() {
      setFaults({});
      if (file) void makePlan(file, target);
    },
    async run(): Promise<void> {
      if (!file || busy !== null || written === 0) return;
      const named = name.trim().normalize('NFC');
      const isNew = target === NEW_CALENDAR;
      if (isNew && named === '') return setFaults({ target: t('calendarImport.nameMissing') });
      setBusy('importing');
      setProgress(null);
      setFaults({});
      const look: Record<string, string> = isNew
        ? { name: named, color: freeColor(model.calendars() ?? []) }
        : {};
      try {
        const { data } = await api.importCalendar({
          form: formOf(file, target, { uid: uid.current, ...look }),
        });
        onImported(data);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (isOfTarget(error)) setFaults({ target: t('calendarImport.calendarGone') });
        else if (error.code === 'already_exists' && error.details.field === 'name') {
          setFaults({ target: t('calendarImport.nameTaken') });
        } else {
          setBegun(uid.current);
          setFaults({ import: t('calendarImport.refused', { reason: errorWords(t, error) }) });
        }
      } finally {
        setBusy(null);
      }
    },
  };
}

function isOfTarget({ code }: ApiError): boolean {
  return code === 'event_not_found' || code === 'forbidden';
}
