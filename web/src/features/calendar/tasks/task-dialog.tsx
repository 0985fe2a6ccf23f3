import type { Calendar } from '@bocau/contract/calendar.ts';
import type { Task, TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import { useTasksModel } from '../../../parts/calendar/use-tasks.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { TimeField } from '../../../parts/dates/time-field.tsx';
import { PHONE } from '../../../ui/breakpoints.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useUnsavedForm } from '../../../ui/unsaved-forms.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { calendarsBeside, isWritable } from '../changeable.ts';
import formStyles from '../form/event-form.module.css';
import { repeatFault } from '../form/form-values.ts';
import { ReminderFields } from '../form/reminder-fields.tsx';
import { RepeatFields } from '../form/repeat-fields.tsx';
import type { Here } from './group-tasks.ts';
import { saveTask } from './task-acts.ts';
import {
  asEventValues,
  changedTaskFields,
  type TaskFaults,
  taskFaultsOf,
  taskFieldsOf,
  taskValuesOf,
} from './task-form.ts';
import { PRIORITIES, type Priority } from './task-words.ts';
import styles from './tasks.module.css';

type Props = {
  task: Task;
  detail: TaskDetail;
  calendars: readonly Calendar[];
  here: Here;
  /** What was typed and refused, because the task was changed elsewhere. */
  typed: Partial<TaskFields> | null;
  onRemove(): void;
  onClose(): void;
};

/** All of a task. It asks before it gives up what was typed. */
export function TaskDialog({ task, detail, calendars, here, typed, onRemove, onClose }: Props) {
  const { t } = useTranslation();
  const model = useTasksModel();
  const small = useMedia(PHONE);
  const form = useRef<HTMLFormElement>(null);
  const place = { zone: here.zone, today: dayOfWall(here.now) };
  const [started] = useState(() => taskValuesOf(detail, place));
  const [values, setValues] = useState(() =>
    typed ? taskValuesOf({ ...detail, fields: { ...detail.fields, ...typed } }, place) : started,
  );
  const [faults, setFaults] = useState<TaskFaults>({});
  const [leaving, setLeaving] = useState(false);
  const calendar = calendars.find(({ id }) => id === values.calendarId);
  const mayChange = calendar === undefined || isWritable(calendar);
  const isChanged = !sameValue(values, started);
  useUnsavedForm(isChanged);
  const leave = () => (isChanged ? setLeaving(true) : onClose());

  function set(some: Partial<typeof values>): void {
    setValues({ ...values, ...some });
    setFaults({});
  }

  function save(): void {
    const found = taskFaultsOf(values, repeatFault(values.repeat));
    setFaults(found);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() =>
        form.current
          ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input, [role="alert"]')
          ?.focus(),
      );
      return;
    }
    const fields = changedTaskFields(detail.fields, taskFieldsOf(values, detail.fields));
    const isMoved = values.calendarId !== detail.calendar_id;
    onClose();
    if (Object.keys(fields).length === 0 && !isMoved) return;
    saveTask(model, task, detail, { fields, ...(isMoved && { calendarId: values.calendarId }) });
  }

  return (
    <Modal
      opened
      onClose={leave}
      title={t('tasks.form.title')}
      size={640}
      fullScreen={small}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form
        ref={form}
        className={formStyles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
          if (!isSave || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          if (mayChange) save();
        }}
      >
        {typed && (
          <p className={styles.warning} role="alert">
            {t('tasks.form.changed')}
          </p>
        )}
        <fieldset className={styles.fields} disabled={!mayChange}>
          <TextInput
            data-autofocus
            label={t('tasks.form.name')}
            maxLength={LIMITS.eventTitleLength}
            autoComplete="off"
            error={faults.title && t('tasks.form.faults.title')}
            value={values.title}
            onChange={({ currentTarget }) => set({ title: currentTarget.value })}
          />
          <div className={styles.due}>
            <Checkbox
              label={t('tasks.form.hasDue')}
              checked={values.hasDue}
              onChange={({ currentTarget }) => set({ hasDue: currentTarget.checked })}
            />
            {values.hasDue && (
              <>
                <div data-part="day" data-error={faults.day || undefined}>
                  <DateField
                    label={t('tasks.form.dueDay')}
                    value={values.day}
                    lean={{ to: 'ahead', from: place.today }}
                    onChange={(day) => set({ day })}
                  />
                </div>
                <Checkbox
                  label={t('tasks.form.hasTime')}
                  checked={values.hasTime}
                  onChange={({ currentTarget }) => set({ hasTime: currentTarget.checked, reminders: [] })}
                />
                {values.hasTime && (
                  <div data-part="time" data-error={faults.time || undefined}>
                    <TimeField
                      label={t('tasks.form.dueTime')}
                      value={values.clock}
                      onChange={(clock) => set({ clock })}
                    />
                  </div>
                )}
              </>
            )}
          </div>
          {(faults.day || faults.time) && (
            <p className={formStyles.fault} role="alert">
              {t(`tasks.form.faults.${faults.day ?? 'time'}`)}
            </p>
          )}
          {values.hasDue && detail.repeats_otherwise && (
            <p className={formStyles.hint}>{t('tasks.form.repeatsOtherwise')}</p>
          )}
          {values.hasDue && !detail.repeats_otherwise && (
            <RepeatFields
              values={asEventValues(values, here.zone)}
              faults={faults.repeat ? { repeat: faults.repeat } : {}}
              isSolar
              onChange={({ repeat }) => repeat && set({ repeat })}
            />
          )}
          {values.hasDue && (
            <ReminderFields
              label={t('calendar.reminders.label')}
              reminders={values.reminders}
              isWhole={!values.hasTime}
              onChange={(reminders) => set({ reminders })}
            />
          )}
          <Textarea
            label={t('tasks.form.notes')}
            rows={4}
            resize="vertical"
            maxLength={LIMITS.eventDescriptionLength}
            value={values.notes}
            onChange={({ currentTarget }) => set({ notes: currentTarget.value })}
          />
          <TextInput
            label={t('tasks.form.url')}
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            error={faults.url && t('tasks.form.faults.url')}
            value={values.url}
            onChange={({ currentTarget }) => set({ url: currentTarget.value })}
          />
          <div className={formStyles.pair}>
            <NativeSelect
              label={t('tasks.priority.label')}
              value={values.priority}
              data={(Object.keys(PRIORITIES) as Priority[]).map((value) => ({
                value,
                label: t(`tasks.priority.${value}`),
              }))}
              onChange={({ currentTarget }) => set({ priority: currentTarget.value as Priority })}
            />
            <NativeSelect
              label={t('tasks.form.calendar')}
              value={values.calendarId}
              data={(mayChange ? calendarsBeside(calendars, detail.calendar_id) : calendars).map(
                ({ id, name }) => ({ value: id, label: name }),
              )}
              onChange={({ currentTarget }) => set({ calendarId: currentTarget.value })}
            />
          </div>
          {/* Whoever marked a task of somebody else would not see it any more. */}
          {calendar?.permission === 'OWNER' && (
            <Checkbox
              label={t('tasks.form.private')}
              description={t('tasks.form.privateHint')}
              checked={values.isPrivate}
              onChange={({ currentTarget }) => set({ isPrivate: currentTarget.checked })}
            />
          )}
        </fieldset>
        {mayChange && (
          <div className={`${formStyles.buttons} ${styles.buttons}`}>
            {/* At the left notices would lie over it. */}
            <ToolButton icon={IconTrash} label={t('tasks.form.remove')} onClick={onRemove} />
            <FormButtons submit={t('tasks.form.save')} busy={false} onCancel={leave} />
          </div>
        )}
      </form>
      {leaving && (
        <ChoiceDialog
          title={t('calendar.form.leave.title')}
          safe={t('calendar.form.leave.stay')}
          other={{ label: t('calendar.form.leave.leave'), tone: 'danger' }}
          onSafe={() => setLeaving(false)}
          onOther={onClose}
        >
          {t('calendar.form.leave.text')}
        </ChoiceDialog>
      )}
    </Modal>
  );
}
