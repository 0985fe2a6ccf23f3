import { useId, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { TimeField } from '../../../parts/dates/time-field.tsx';
import styles from './event-form.module.css';
import { type EventFormValues, type FormFaults, withStart } from './form-values.ts';

type Props = {
  values: EventFormValues;
  faults: FormFaults;
  onChange(values: EventFormValues): void;
};

/** From when to when, by the clock of the event's zone. */
export function TimeFields({ values, faults, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { isWhole, startDay, startClock, endDay, endClock } = values;
  // While something is typed that is no time, nothing is known of the start.
  const known = useRef({ startDay, startClock });
  function change(some: Partial<typeof known.current>): void {
    known.current = {
      startDay: startDay || known.current.startDay,
      startClock: startClock || known.current.startClock,
    };
    onChange(withStart({ ...values, ...known.current }, some));
  }
  const lean = { to: 'ahead', from: startDay || endDay } as const;
  const fault = faults.startDay ?? faults.startClock ?? faults.endDay ?? faults.endClock;

  return (
    // biome-ignore lint/a11y/useSemanticElements: four fields with names of their own, in two lines
    <div className={styles.times} role="group" aria-describedby={fault ? `${id}-fault` : undefined}>
      <span aria-hidden>{t('calendar.form.start')}</span>
      <div data-error={faults.startDay || undefined}>
        <DateField
          label={t('calendar.form.startDay')}
          value={startDay}
          lean={lean}
          onChange={(day) => change({ startDay: day })}
        />
      </div>
      {!isWhole && (
        <div data-error={faults.startClock || undefined}>
          <TimeField
            label={t('calendar.form.startTime')}
            value={startClock}
            onChange={(clock) => change({ startClock: clock })}
          />
        </div>
      )}
      <span aria-hidden>{t('calendar.form.end')}</span>
      <div data-error={faults.endDay || undefined}>
        <DateField
          label={t('calendar.form.endDay')}
          value={endDay}
          lean={lean}
          onChange={(day) => onChange({ ...values, endDay: day })}
        />
      </div>
      {!isWhole && (
        <div data-error={faults.endClock || undefined}>
          <TimeField
            label={t('calendar.form.endTime')}
            value={endClock}
            onChange={(clock) => onChange({ ...values, endClock: clock })}
          />
        </div>
      )}
      {fault && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {t(`calendar.form.faults.${fault}`)}
        </p>
      )}
    </div>
  );
}
