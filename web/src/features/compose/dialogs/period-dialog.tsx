import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { zoneWords } from '@bocau/contract/zone-words.ts';
import { Button, Group } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now as nowMs } from '../../../lib/timers.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { TimeField } from '../../../parts/dates/time-field.tsx';
import { wallAt } from '../../../parts/dates/zoned-time.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { CycleFields } from './cycle-fields.tsx';
import styles from './dialogs.module.css';
import { formOfRule, newPeriodForm, type PeriodForm, ruleOfForm, startsTooSoon } from './period-form.ts';
import { PeriodPreview } from './period-preview.tsx';

type Props = { rule: PeriodicRule | null; onAnswer(rule: PeriodicRule | null): void };

/** PE-1 to PE-4 */
export function PeriodDialog({ rule: given, onAnswer }: Props) {
  const { t, language } = useTranslation();
  const { time_zone: zone } = useSettings();
  const seconds = () => Math.floor(nowMs() / 1000);
  const [form, setForm] = useState<PeriodForm>(() =>
    given ? formOfRule(given, seconds(), zone) : newPeriodForm(seconds(), zone),
  );
  const id = useId();
  const [tried, setTried] = useState(false);
  const change = (patch: Partial<PeriodForm>) => setForm((before) => ({ ...before, ...patch }));
  const today = wallAt(seconds(), zone).day;
  const rule = ruleOfForm(form);
  const { place, offset } = zoneWords(zone, seconds(), language);
  const tooSoon = given === null && startsTooSoon(form, seconds(), zone);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (rule && !tooSoon) onAnswer(rule);
  }

  return (
    <Modal
      opened
      onClose={() => onAnswer(null)}
      title={t('sending.periods.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      centered
      size={520}
    >
      <form onSubmit={submit} noValidate>
        <CycleFields form={form} onChange={change} />
        <div className={`${styles.section} ${styles.pair}`}>
          <label htmlFor={`${id}-time`}>
            {t('sending.periods.time')}
            <TimeField id={`${id}-time`} value={form.time} onChange={(time) => change({ time })} />
          </label>
          <label htmlFor={`${id}-start`}>
            {t('sending.periods.start')}
            <DateField
              id={`${id}-start`}
              value={form.start}
              min={today}
              lean={{ to: 'ahead', from: today }}
              onChange={(start) => change({ start })}
            />
          </label>
        </div>
        <EndFields form={form} today={today} onChange={change} />
        <PeriodPreview rule={rule} fault={tooSoon ? 'tooSoon' : tried && !rule ? 'incomplete' : null} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={() => onAnswer(null)}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit">{t('sending.periods.confirm')}</Button>
        </Group>
        <p className={styles.zone}>{t('sending.scheduling.zone', { zone: place, offset })}</p>
      </form>
    </Modal>
  );
}

type EndProps = { form: PeriodForm; today: string; onChange(patch: Partial<PeriodForm>): void };

/** Ends after so many times, or on a day. */
function EndFields({ form, today, onChange }: EndProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.section}>
      <legend>{t('sending.periods.end')}</legend>
      <div className={styles.row}>
        <label>
          <input
            type="radio"
            name="end"
            checked={form.end === 'after'}
            onChange={() => onChange({ end: 'after' })}
          />
          {t('sending.periods.after')}
        </label>
        <input
          type="number"
          className={`${styles.field} ${styles.number}`}
          aria-label={t('sending.periods.timesLabel')}
          min={1}
          max={9999}
          value={form.endAfter}
          disabled={form.end !== 'after'}
          onChange={({ target }) => onChange({ endAfter: target.value })}
        />
        {t('sending.periods.times', { count: Number(form.endAfter) })}
      </div>
      <div className={styles.row}>
        <label>
          <input
            type="radio"
            name="end"
            checked={form.end === 'day'}
            onChange={() => onChange({ end: 'day' })}
          />
          {t('sending.periods.onDay')}
        </label>
        <DateField
          label={t('sending.periods.onDay')}
          min={form.start}
          value={form.endDay}
          disabled={form.end !== 'day'}
          lean={{ to: 'ahead', from: form.start || today }}
          onChange={(endDay) => onChange({ endDay })}
        />
      </div>
    </fieldset>
  );
}
