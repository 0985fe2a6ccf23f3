import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { createEvent } from '../calendar-acts.ts';
import { faultsOf, fieldsOf, newValues } from '../form/form-values.ts';
import { TimeFields } from '../form/time-fields.tsx';
import type { CalendarScreenState, Draft } from '../use-calendar-screen.ts';
import { CalendarPopup } from './calendar-popup.tsx';
import styles from './quick-form.module.css';

type Props = { screen: CalendarScreenState; draft: Draft; anchor: HTMLElement | null };

/** Makes an event in five seconds: its title, when, and in which calendar. */
export function QuickForm({ screen, draft, anchor }: Props) {
  const { t } = useTranslation();
  const { writable, zone, model } = screen;
  const firstCalendar = writable[0]?.id ?? '';
  const [values, setValues] = useState(() => newValues(draft, { zone, calendarId: firstCalendar }));
  const [isTried, setTried] = useState(false);
  const faults = isTried ? faultsOf(values) : {};
  // The calendars may come later than the form.
  const calendarId = values.calendarId || firstCalendar;
  const close = () => screen.begin(null);

  function save(): void {
    setTried(true);
    if (Object.keys(faultsOf(values)).length > 0 || calendarId === '') return;
    close();
    createEvent(model, calendarId, fieldsOf({ ...values, calendarId }, writable));
  }

  return (
    <CalendarPopup
      anchor={anchor}
      label={t('calendar.form.new')}
      stays={values.title.trim() !== ''}
      onClose={close}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
          if (!isSave || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          data-autofocus
          aria-label={t('calendar.form.title')}
          placeholder={t('calendar.form.titleHint')}
          size="md"
          maxLength={LIMITS.eventTitleLength}
          autoComplete="off"
          value={values.title}
          onChange={({ currentTarget }) => setValues({ ...values, title: currentTarget.value })}
        />
        <TimeFields values={values} faults={faults} onChange={setValues} />
        <Checkbox
          label={t('calendar.form.allDay')}
          checked={values.isWhole}
          onChange={({ currentTarget }) => setValues({ ...values, isWhole: currentTarget.checked })}
        />
        {writable.length > 1 && (
          <NativeSelect
            label={t('calendar.form.calendar')}
            value={calendarId}
            data={writable.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setValues({ ...values, calendarId: currentTarget.value })}
          />
        )}
        <div className={styles.acts}>
          <Button
            variant="default"
            onClick={() => {
              close();
              screen.ask({ kind: 'new', begin: { ...values, calendarId }, draft });
            }}
          >
            {t('calendar.form.details')}
          </Button>
          <Button type="submit">{t('calendar.form.save')}</Button>
        </div>
      </form>
    </CalendarPopup>
  );
}
