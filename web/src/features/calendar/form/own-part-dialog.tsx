import { Checkbox, NativeSelect } from '@mantine/core';
import { Suspense, useState } from 'react';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { withoutDuplicates } from '../../../model/compose/recipient-text.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useUnsavedForm } from '../../../ui/unsaved-forms.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './event-form.module.css';
import { type EventFormValues, everyGuest, remindersOf } from './form-values.ts';
import { ReminderFields } from './reminder-fields.tsx';

/** With the recipients field of mail. */
const MoreGuests = lazyPart(async () => {
  const [{ MoreGuests: Part }] = await Promise.all([import('./guests-field.tsx'), loadLaterWords()]);
  return Part;
});

type Props = {
  screen: CalendarScreenState;
  begin: EventFormValues;
  /** CL-239: who asks lets guests ask others. */
  mayInvite: boolean;
  onClose(): void;
  onSave(values: EventFormValues): void;
};

/** CL-92: what a guest keeps for themselves of a meeting that somebody else changes. */
export function OwnPartDialog({ screen, begin, mayInvite, onClose, onSave }: Props) {
  const { t } = useTranslation();
  const [started] = useState(begin);
  const [values, setValues] = useState(begin);
  const [added, setAdded] = useState<readonly ComposeRecipient[]>([]);
  useUnsavedForm(added.length > 0 || !sameValue(values, started));
  const isFaulty = added.some(({ valid }) => !valid);
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
          if (isFaulty) return;
          const all = withoutDuplicates([...everyGuest(begin), ...added]);
          const come = added.filter((one) => all.includes(one));
          onSave({ ...values, guests: [...begin.guests, ...come] });
        }}
      >
        {mayInvite && (
          <Suspense fallback={<div className={styles.guests} />}>
            <MoreGuests people={added} hasFault={isFaulty} onChange={setAdded} />
          </Suspense>
        )}
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
