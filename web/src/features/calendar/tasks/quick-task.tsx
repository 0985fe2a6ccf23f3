import type { Calendar } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { after } from '../../../lib/timers.ts';
import { momentsOf } from '../../../model/calendar/occurrence-times.ts';
import { useTasksModel } from '../../../parts/calendar/use-tasks.ts';
import { useUnsavedForm } from '../../../ui/unsaved-forms.ts';
import { reminderWords } from '../calendar-words.ts';
import { ruleTextWords } from '../event/repeat-words.ts';
import type { Here } from './group-tasks.ts';
import { readTaskLine, type TaskLine } from './read-task-line.ts';
import { addTask } from './task-acts.ts';
import { dueWords } from './task-words.ts';
import styles from './tasks.module.css';

/** Debounces what screen readers say: at each key it would drown what is typed. */
const PAUSE_MS = 1000;

type Props = { field: RefObject<HTMLInputElement | null>; writable: readonly Calendar[]; here: Here };

/** Adds a task by a line: its title, and a day and an hour where the line names them. */
export function QuickTask({ field, writable, here }: Props) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const model = useTasksModel();
  const [text, setText] = useState('');
  const [isRead, setRead] = useState(true);
  const [calendarId, setCalendarId] = useState('');
  const calendar = writable.find(({ id }) => id === calendarId) ?? writable[0];
  const line = text.trim() === '' ? null : readTaskLine(text, { ...here, language });
  useUnsavedForm(text.trim() !== '');
  const words = line && t('tasks.add.understood', { words: wordsOf(line, spoken, here) });
  const [said, setSaid] = useState('');
  useEffect(() => after(PAUSE_MS, () => setSaid(words ?? '')), [words]);

  function add(): void {
    const title = (line && isRead ? line.title : text).trim();
    if (title === '' || !calendar) return;
    addTask(model, calendar, { title, ...(line && isRead && fieldsOf(line)) });
    setText('');
    setRead(true);
    field.current?.focus();
  }

  return (
    <form
      className={styles.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className={styles.addLine}>
        <TextInput
          ref={field}
          className={styles.addField}
          aria-label={t('tasks.add.label')}
          placeholder={t('tasks.add.hint')}
          leftSection={<IconPlus size={18} />}
          size="md"
          maxLength={LIMITS.eventTitleLength}
          autoComplete="off"
          enterKeyHint="done"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        {writable.length > 1 && text !== '' && (
          <NativeSelect
            aria-label={t('tasks.add.calendar')}
            size="md"
            value={calendar?.id ?? ''}
            data={writable.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setCalendarId(currentTarget.value)}
          />
        )}
        {text !== '' && (
          <Button type="submit" size="md">
            {t('tasks.add.submit')}
          </Button>
        )}
      </div>
      {words !== null && (
        <Checkbox
          label={words}
          checked={isRead}
          onChange={({ currentTarget }) => setRead(currentTarget.checked)}
        />
      )}
      <span className="visually-hidden" aria-live="polite">
        {said}
      </span>
    </form>
  );
}

function fieldsOf({ due, rule, reminders }: TaskLine) {
  return { due, ...(rule !== null && { rule }), ...(reminders && { reminders }) };
}

function wordsOf({ title, due, rule, reminders }: TaskLine, spoken: Spoken, here: Here): string {
  const { kind, at } = momentsOf({ start: due, end: due });
  const when = dueWords(spoken, { due: { kind, at } }, here);
  const told = reminders?.map((each) => reminderWords(spoken, each, due.clock === null)).join(', ');
  return [
    when,
    rule !== null && ruleTextWords(spoken, rule, due),
    told && spoken.t('calendar.quick.remind', { list: told }),
    title,
  ]
    .filter(Boolean)
    .join(' · ');
}
