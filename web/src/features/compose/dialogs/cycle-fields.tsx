import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './dialogs.module.css';
import { CYCLES, MONTHS, type PeriodForm, WEEKDAYS, WEEKS } from './period-form.ts';

type Props = { form: PeriodForm; onChange(patch: Partial<PeriodForm>): void };

/** How often, and on which day. */
export function CycleFields({ form, onChange }: Props) {
  const { t } = useTranslation();
  const { cycle } = form;
  return (
    <>
      <fieldset className={styles.section}>
        <legend>{t('sending.periods.cycle')}</legend>
        <div className={styles.row}>
          {t('sending.periods.every')}
          {cycle !== 'year' && (
            <input
              type="number"
              className={`${styles.field} ${styles.number}`}
              aria-label={t('sending.periods.everyLabel')}
              min={1}
              max={999}
              value={form.every}
              onChange={({ target }) => onChange({ every: target.value })}
            />
          )}
          <select
            className={styles.field}
            aria-label={t('sending.periods.cycle')}
            value={cycle}
            data-autofocus
            onChange={({ target }) => onChange({ cycle: target.value as PeriodForm['cycle'] })}
          >
            {CYCLES.map((one) => (
              <option key={one} value={one}>
                {t(`sending.periods.cycles.${one}`, { count: Number(form.every) })}
              </option>
            ))}
          </select>
        </div>
      </fieldset>
      {cycle === 'week' && <WeekdayFields form={form} onChange={onChange} />}
      {(cycle === 'month' || cycle === 'year') && (
        <fieldset className={styles.section}>
          <legend>{t('sending.periods.onDay')}</legend>
          {cycle === 'year' && <MonthField form={form} onChange={onChange} />}
          <DayOfMonthField form={form} onChange={onChange} />
          <WeekdayOfMonthFields form={form} onChange={onChange} />
        </fieldset>
      )}
    </>
  );
}

/** Every second week, on Tuesday and Friday. */
function WeekdayFields({ form, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.section}>
      <legend>{t('sending.periods.onWeekdays')}</legend>
      <div className={styles.days}>
        {WEEKDAYS.map((day) => (
          <label key={day} className={styles.day}>
            <input
              type="checkbox"
              checked={form.weekdays.includes(day)}
              aria-label={t(`sending.periods.weekdays.${day}`)}
              onChange={({ target }) =>
                onChange({
                  weekdays: target.checked
                    ? [...form.weekdays, day]
                    : form.weekdays.filter((other) => other !== day),
                })
              }
            />
            <span aria-hidden>{t(`sending.periods.shortWeekdays.${day}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function MonthField({ form, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.row}>
      <select
        className={styles.field}
        aria-label={t('sending.periods.month')}
        value={form.month}
        onChange={({ target }) => onChange({ month: Number(target.value) })}
      >
        {MONTHS.map((month) => (
          <option key={month} value={month}>
            {t(`sending.periods.months.${month}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** On the 15th. */
function DayOfMonthField({ form, onChange }: Props) {
  const { t } = useTranslation();
  const { by } = form;
  return (
    <div className={styles.row}>
      <label>
        <input type="radio" name="by" checked={by === 'day'} onChange={() => onChange({ by: 'day' })} />
        {t('sending.periods.dayNumber')}
      </label>
      <input
        type="number"
        className={`${styles.field} ${styles.number}`}
        aria-label={t('sending.periods.dayNumber')}
        min={1}
        max={31}
        value={form.day}
        disabled={by !== 'day'}
        onChange={({ target }) => onChange({ day: target.value })}
      />
    </div>
  );
}

/** On the last Friday. */
function WeekdayOfMonthFields({ form, onChange }: Props) {
  const { t } = useTranslation();
  const { by } = form;
  return (
    <div className={styles.row}>
      <label>
        <input
          type="radio"
          name="by"
          checked={by === 'weekday'}
          onChange={() => onChange({ by: 'weekday' })}
        />
        {t('sending.periods.byWeekday')}
      </label>
      <select
        className={styles.field}
        aria-label={t('sending.periods.byWeekday')}
        value={form.weekday}
        disabled={by !== 'weekday'}
        onChange={({ target }) => onChange({ weekday: Number(target.value) })}
      >
        {WEEKDAYS.map((day) => (
          <option key={day} value={day}>
            {t(`sending.periods.weekdays.${day}`)}
          </option>
        ))}
      </select>
      <select
        className={styles.field}
        aria-label={t('sending.periods.week')}
        value={form.week}
        disabled={by !== 'weekday'}
        onChange={({ target }) => onChange({ week: Number(target.value) as PeriodForm['week'] })}
      >
        {WEEKS.map((week) => (
          <option key={week} value={week}>
            {t(`sending.periods.weeks.${week}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
