import { Checkbox, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './event-form.module.css';
import { type EventFormValues, remindersOf } from './form-values.ts';
import { ReminderFields } from './reminder-fields.tsx';

type Props = {
  screen: CalendarScreenState;
  begin: EventFormValues;
  onClose(): void;
  onSave(values: EventFormValues): void;
};

/** CL-92: what a guest keeps for themselves of a meeting that somebody else changes. */
export function OwnPartDialog({ screen, begin, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const [values, setValues] = useState(begin);
  const set = (some: Partial<EventFormValues>) => setValues({ ...values, ...some });
  const isOwn = screen.writable.find(({ id }) => id === values.calendarId)?.permission === 'OWNER';

  return (
    <Modal
      opened
      onClose={onClose}
      title={values.title || t('calendar.form.ownPart')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSave(values);
        }}
      >
        <p className={styles.hint}>{t('calendar.form.ownPartHint')}</p>
        <ReminderFields
          label={t('calendar.reminders.label')}
          reminders={remindersOf(values, screen.writable)}
          isWhole={values.isWhole}
          onChange={(reminders) => set({ reminders })}
        />
        <NativeSelect
          label={t('calendar.form.busy')}
          value={values.isBusy ? 'busy' : 'free'}
          data={[
            { value: 'busy', label: t('calendar.busy') },
            { value: 'free', label: t('calendar.free') },
          ]}
          onChange={({ currentTarget }) => set({ isBusy: currentTarget.value === 'busy' })}
        />
        {isOwn && (
          <Checkbox
            label={t('calendar.form.private')}
            description={t('calendar.form.privateHint')}
            checked={values.isPrivate}
            onChange={({ currentTarget }) => set({ isPrivate: currentTarget.checked })}
          />
        )}
        <FormButtons submit={t('calendar.form.save')} busy={false} onCancel={onClose} />
      </form>
    </Modal>
  );
}
