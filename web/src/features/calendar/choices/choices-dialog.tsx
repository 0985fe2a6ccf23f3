import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ZoneSelect } from '../../../parts/dates/zone-select.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { useLunarShown } from '../lunar/lunar-days.ts';
import { choose, useCalendarChoices } from './calendar-choices.ts';
import styles from './choices-dialog.module.css';

const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const WORK = { from: 8, to: 18 };

type Props = { zone: string; now: number; onClose(): void };

/** CL-146: how the calendar looks on this device; a choice is seen at once. */
export function ChoicesDialog({ zone, now, onClose }: Props) {
  const { t } = useTranslation();
  const isLunar = useLunarShown();
  const { weekStart, weekNumbers, workHours, secondZone } = useCalendarChoices();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendar.choices.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <Stack gap={16}>
        <Checkbox
          data-autofocus
          label={t('calendar.choices.lunar')}
          checked={isLunar}
          onChange={({ currentTarget }) => choose({ lunar: currentTarget.checked })}
        />
        <Checkbox
          label={t('calendar.choices.weekNumbers')}
          checked={weekNumbers}
          onChange={({ currentTarget }) => choose({ weekNumbers: currentTarget.checked })}
        />
        <NativeSelect
          label={t('calendar.choices.weekStart')}
          value={String(weekStart)}
          data={[
            { value: '0', label: t('calendar.choices.monday') },
            { value: '6', label: t('calendar.choices.sunday') },
          ]}
          onChange={({ currentTarget }) => choose({ weekStart: currentTarget.value === '6' ? 6 : 0 })}
        />
        <Checkbox
          label={t('calendar.choices.workHours')}
          checked={workHours !== null}
          onChange={({ currentTarget }) => choose({ workHours: currentTarget.checked ? WORK : null })}
        />
        {workHours && (
          <div className={styles.pair}>
            <HourSelect
              label={t('calendar.choices.workFrom')}
              value={workHours.from}
              hours={HOURS.filter((hour) => hour < workHours.to)}
              onChange={(from) => choose({ workHours: { ...workHours, from } })}
            />
            <HourSelect
              label={t('calendar.choices.workTo')}
              value={workHours.to}
              hours={HOURS.filter((hour) => hour > workHours.from)}
              onChange={(to) => choose({ workHours: { ...workHours, to } })}
            />
          </div>
        )}
        <Checkbox
          label={t('calendar.choices.secondZone')}
          checked={secondZone !== null}
          onChange={({ currentTarget }) => choose({ secondZone: currentTarget.checked ? zone : null })}
        />
        {secondZone !== null && (
          <ZoneSelect
            label={t('calendar.choices.secondZoneLabel')}
            zone={secondZone}
            at={Math.floor(now / 1000)}
            onChange={(next) => choose({ secondZone: next })}
          />
        )}
        <p className={styles.hint}>{t('calendar.choices.device')}</p>
      </Stack>
    </Modal>
  );
}

type HourProps = { label: string; value: number; hours: readonly number[]; onChange(hour: number): void };

function HourSelect({ label, value, hours, onChange }: HourProps) {
  return (
    <NativeSelect
      label={label}
      value={String(value)}
      data={hours.map((hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
    />
  );
}
