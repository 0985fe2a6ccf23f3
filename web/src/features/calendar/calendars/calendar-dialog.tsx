import type { Calendar, DefaultReminders } from '@bocau/contract/calendar.ts';
import { CALENDAR_COLORS, type CalendarColorName, freeColor } from '@bocau/contract/calendar-colors.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { TextInput } from '@mantine/core';
import { type CSSProperties, type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { announceCalendarFailure } from '../begin-calendar-act.ts';
import { ReminderFields } from '../form/reminder-fields.tsx';
import styles from './calendar-dialog.module.css';

export type CalendarListQuestion =
  | { kind: 'edit'; calendar: Calendar | null }
  | { kind: 'remove' | 'leave'; calendar: Calendar };

/** Whether the person names the calendar; of others they choose the colour alone. */
export function isNamed({ permission, subscription }: Calendar): boolean {
  return subscription !== undefined || permission === 'OWNER' || permission === 'MANAGE';
}

type Props = { question: CalendarListQuestion; onClose(): void };

/** CV-7 CL-68 CL-114: a calendar is made, named, coloured, told when to remind of new events, deleted, or left. */
export function CalendarDialog({ question, onClose }: Props) {
  if (question.kind === 'remove') return <RemoveDialog calendar={question.calendar} onClose={onClose} />;
  if (question.kind === 'leave') return <LeaveDialog calendar={question.calendar} onClose={onClose} />;
  return <EditDialog calendar={question.calendar} onClose={onClose} />;
}

function RemoveDialog({ calendar: { id, name }, onClose }: { calendar: Calendar; onClose(): void }) {
  const { t } = useTranslation();
  const model = useCalendarModel();
  return (
    <ChoiceDialog
      title={t('calendar.calendars.removeTitle', { name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('calendar.calendars.removeConfirm'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => {
        onClose();
        model.deleteCalendar(id).then(
          () => notify({ text: t('calendar.calendars.removed', { name }) }),
          (error: unknown) =>
            announceCalendarFailure(t('calendar.calendars.removeFailed'), asApiError(error)),
        );
      }}
    >
      {t('calendar.calendars.removeText', { days: LIMITS.eventTrashDays })}
    </ChoiceDialog>
  );
}

function LeaveDialog({ calendar: { id, name, owner }, onClose }: { calendar: Calendar; onClose(): void }) {
  const { t } = useTranslation();
  const model = useCalendarModel();
  return (
    <ChoiceDialog
      title={t('calendar.calendars.leaveTitle', { name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('calendar.calendars.leaveConfirm'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => {
        onClose();
        model.leaveCalendar(id).then(
          () => notify({ text: t('calendar.calendars.left', { name }) }),
          (error: unknown) => announceCalendarFailure(t('calendar.calendars.leaveFailed'), asApiError(error)),
        );
      }}
    >
      {t('calendar.calendars.leaveText', { owner: owner?.name || owner?.email || '' })}
    </ChoiceDialog>
  );
}

function EditDialog({ calendar, onClose }: { calendar: Calendar | null; onClose(): void }) {
  const { t } = useTranslation();
  const model = useCalendarModel();
  const field = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(calendar?.name ?? '');
  const [color, setColor] = useState<string>(() => calendar?.color ?? freeColor(model.calendars() ?? []));
  const [reminders, setReminders] = useState<DefaultReminders>(calendar?.reminders ?? { timed: [], day: [] });
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // Nothing new is made in one that is read from an address.
  const kinds = calendar?.subscription ? [] : (['timed', 'day'] as const);
  const colors: [CalendarColorName | null, string][] = [
    ...(Object.entries(CALENDAR_COLORS) as [CalendarColorName, string][]),
    ...(calendar && !isOffered(calendar.color) ? [[null, calendar.color] as [null, string]] : []),
  ];

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const typed = name.trim().normalize('NFC');
    if (typed === '') return refuse(t('calendar.calendars.missing'));
    setBusy(true);
    try {
      const name = calendar && !isNamed(calendar) ? {} : { name: typed, reminders };
      if (calendar) await model.changeCalendar(calendar.id, { ...name, color });
      else await model.createCalendar({ name: typed, color, reminders });
      onClose();
      notify({
        text: t(calendar ? 'calendar.calendars.saved' : 'calendar.calendars.created', { name: typed }),
      });
    } catch (thrown) {
      const error = asApiError(thrown);
      refuse(error.code === 'already_exists' ? t('calendar.calendars.taken') : errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  function refuse(words: string): void {
    setFault(words);
    field.current?.focus();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(calendar ? 'calendar.calendars.editTitle' : 'calendar.calendars.newTitle')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          ref={field}
          data-autofocus
          label={t('calendar.calendars.name')}
          readOnly={calendar !== null && !isNamed(calendar)}
          autoComplete="off"
          maxLength={100}
          value={name}
          error={fault}
          onChange={({ currentTarget }) => {
            setFault(null);
            setName(currentTarget.value);
          }}
        />
        <fieldset className={styles.colors}>
          <legend>{t('calendar.calendars.color')}</legend>
          {colors.map(([named, value]) => (
            <label key={value} style={{ '--event': value } as CSSProperties}>
              <input
                type="radio"
                name="color"
                value={value}
                checked={value === color}
                aria-label={
                  named === null
                    ? t('calendar.calendars.otherColor')
                    : t(`calendar.calendars.colors.${named}`)
                }
                onChange={() => setColor(value)}
              />
            </label>
          ))}
        </fieldset>
        {kinds.map((kind) => (
          <div key={kind} className={styles.reminders}>
            <ReminderFields
              label={t(`calendar.calendars.reminders.${kind}`)}
              reminders={reminders[kind]}
              isWhole={kind === 'day'}
              onChange={(next) => setReminders({ ...reminders, [kind]: [...next] })}
            />
          </div>
        ))}
        <FormButtons
          submit={t(calendar ? 'calendar.calendars.save' : 'calendar.calendars.create')}
          busy={busy}
          mt={20}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}

function isOffered(color: string): boolean {
  return Object.values<string>(CALENDAR_COLORS).includes(color);
}
