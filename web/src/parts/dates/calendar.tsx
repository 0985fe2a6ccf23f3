import '@mantine/dates/styles.css';
import 'dayjs/locale/vi';
import { FocusTrap } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = { value: string; min?: string; max?: string; onPick(day: string): void };

/** A month that begins on Monday; arrow keys move from day to day. */
export function Calendar({ value, min, max, onPick }: Props) {
  const { t, language } = useTranslation();
  return (
    <FocusTrap>
      <div>
        <DatePicker
          value={value || null}
          defaultDate={value || min || max}
          {...(min && { minDate: min })}
          {...(max && { maxDate: max })}
          locale={language}
          firstDayOfWeek={1}
          withCellSpacing={false}
          ariaLabels={{ nextMonth: t('dates.nextMonth'), previousMonth: t('dates.previousMonth') }}
          monthLabelFormat="MM/YYYY"
          getDayProps={(day) => (day === value ? { 'data-autofocus': true } : {})}
          onChange={(day) => day !== null && onPick(day)}
        />
      </div>
    </FocusTrap>
  );
}
