import type { EventFields, Occurrence } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Spoken } from '../../../i18n/i18n.ts';
import type { WordKey } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { CalendarModel } from '../../../model/calendar/calendar-model.ts';
import type { KeptForm } from '../../../model/calendar/kept-forms.ts';
import { momentsOf, spanOf } from '../../../model/calendar/occurrence-times.ts';
import { type Edited, isOfOthers, isOneOfSeries } from '../../../model/calendar/plan-operations.ts';
import { sameValue } from '../../../model/engine/same-value.ts';
import { holdUnsavedForm } from '../../../ui/unsaved-forms.ts';
import type { RefusedEdit } from '../begin-calendar-act.ts';
import { OF_GUESTS, readEdited, saveEvent, scopesOf } from '../calendar-acts.ts';
import { reminderWords, spanWords } from '../calendar-words.ts';
import { ruleTextWords } from '../event/repeat-words.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { EventDialog } from './event-dialog.tsx';
import styles from './event-form.module.css';
import { changedFields, type EventFormValues, fieldsOf, valuesOf } from './form-values.ts';
import { OwnPartDialog } from './own-part-dialog.tsx';

type Props = {
  screen: CalendarScreenState;
  occurrence: Occurrence;
  /** An edit that was refused: the form has what was typed, beside what the others made of it. */
  refused: RefusedEdit | null;
  /** What was typed before the page was left. */
  kept: KeptForm | null;
  onClose(): void;
};

/** Loads the event first: an occurrence does not say all of it. */
export function EditEventDialog({ screen, occurrence, refused, kept, onClose }: Props) {
  const { t } = useTranslation();
  const { model, zone, target, calendars } = screen;
  const [edited, setEdited] = useState<Edited | null>(null);
  const begun = useRef({ occurrence, refused, onClose });
  useEffect(() => {
    const { occurrence: one, refused: before, onClose: close } = begun.current;
    let isLeft = false;
    // An edit of a whole series is one of the series again.
    const asked = before?.scope === 'all' ? { ...one, original: '' } : one;
    void readEdited(model, asked).then((known) => {
      if (isLeft) return;
      if (known) setEdited(known);
      else close();
    });
    return () => {
      isLeft = true;
    };
  }, [model]);

  if (!edited) return null;
  const { event } = edited;
  const isGuest = isOfOthers(event);
  const keptFields = kept?.edited ? changedFields(kept.edited.base, kept.fields) : {};
  const typed = { ...event.fields, ...(refused ? refused.change.fields : keptFields) };
  const typedCalendar = refused?.change.calendarId ?? kept?.calendarId ?? event.calendar_id;
  const conflicts = refused ? conflictsOf(event.fields, refused) : [];

  async function save(values: EventFormValues): Promise<void> {
    if (!edited) return;
    const fields = changedFields(event.fields, fieldsOf(values, calendars));
    const isMoved = values.calendarId !== event.calendar_id;
    if (Object.keys(fields).length === 0 && !isMoved) return onClose();
    const change = { fields, ...(isMoved && { calendarId: values.calendarId }) };
    const one = shownNow(model, edited.occurrence);
    const isSeries = isOneOfSeries(one) && event.fields.rule !== null;
    const scopes = scopesOf(change).filter((scope) => !isGuest || OF_GUESTS.includes(scope));
    // AU-14: also while it is asked which of a series are meant.
    const release = holdUnsavedForm();
    try {
      onClose();
      const scope = refused?.scope ?? (isSeries ? await target.askScope('change', scopes) : 'all');
      if (scope !== null) saveEvent(target, { ...edited, occurrence: one }, change, scope);
    } finally {
      release();
    }
  }

  if (isGuest && event.guest_may !== 'change') {
    return (
      <OwnPartDialog
        screen={screen}
        mayInvite={event.guest_may === 'invite'}
        begin={valuesOf({ fields: typed, calendar_id: typedCalendar }, zone)}
        onClose={onClose}
        onSave={(values) => void save(values)}
      />
    );
  }
  return (
    <EventDialog
      screen={screen}
      title={t('calendar.form.edit')}
      begin={valuesOf({ fields: typed, calendar_id: typedCalendar }, zone)}
      isChangedAlready={refused !== null || kept !== null}
      kept={kept}
      edited={{ occurrence, base: event.fields }}
      shares={event.file_shares}
      isGuest={isGuest}
      isCopy={event.is_copy ?? false}
      {...(refused && {
        note: (values, set) => (
          <ConflictNote
            fields={event.fields}
            names={conflicts}
            zone={zone}
            onTake={(name) => {
              const { start, end } = event.fields;
              const theirs = name === 'start' ? { start, end } : { [name]: event.fields[name] };
              const fields = { ...fieldsOf(values, calendars), ...theirs };
              set(valuesOf({ fields, calendar_id: values.calendarId }, zone));
            }}
          />
        ),
      })}
      onClose={onClose}
      onSave={(values) => void save(values)}
    />
  );
}

type FieldName = keyof EventFields;

const NAMES: Record<FieldName, WordKey> = {
  title: 'calendar.form.title',
  place: 'calendar.form.place',
  description: 'calendar.form.description',
  url: 'calendar.form.url',
  start: 'calendar.form.start',
  end: 'calendar.form.end',
  rule: 'calendar.repeat.label',
  is_busy: 'calendar.form.busy',
  is_private: 'calendar.form.private',
  reminders: 'calendar.reminders.label',
  guests: 'calendar.form.guests',
  hides_guests: 'calendar.form.showsGuests',
  guests_may: 'calendar.form.guestsMay.label',
  rooms: 'calendar.rooms.label',
  files: 'calendar.files.label',
};

/** What was changed here, and elsewhere to something else. The end goes with the start. */
function conflictsOf(latest: EventFields, { change, back }: RefusedEdit): FieldName[] {
  const names = Object.keys(change.fields) as FieldName[];
  const all = names.filter(
    (name) =>
      !sameValue(latest[name], change.fields[name]) &&
      (back.fields[name] === undefined || !sameValue(latest[name], back.fields[name])),
  );
  return all.filter((name) => name !== 'end' || !all.includes('start'));
}

type NoteProps = {
  fields: EventFields;
  names: readonly FieldName[];
  zone: string;
  onTake(name: FieldName): void;
};

/** CV-5: what others have made of the fields that were changed here too. */
function ConflictNote({ fields, names, zone, onTake }: NoteProps) {
  const spoken = useTranslation();
  const { t } = spoken;
  return (
    <section className={styles.conflict} role="alert">
      <h3>{t('calendar.form.conflict.title')}</h3>
      <p>{t(names.length > 0 ? 'calendar.form.conflict.text' : 'calendar.form.conflict.only')}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <span>
              <b>{t(NAMES[name])}</b>
              <span>{valueWords(spoken, fields, name, zone) || t('calendar.form.conflict.nothing')}</span>
            </span>
            <Button variant="default" size="compact-sm" onClick={() => onTake(name)}>
              {t('calendar.form.conflict.take')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function valueWords(spoken: Spoken, fields: EventFields, name: FieldName, zone: string): string {
  const { t } = spoken;
  switch (name) {
    case 'start':
    case 'end': {
      const moments = momentsOf(fields);
      return spanWords(spoken, spanOf(moments, zone), moments.kind);
    }
    case 'rule':
      return fields.rule === null
        ? t('calendar.repeat.none')
        : ruleTextWords(spoken, fields.rule, fields.start);
    case 'is_busy':
      return t(fields.is_busy ? 'calendar.busy' : 'calendar.free');
    case 'is_private':
      return fields.is_private ? '✓' : '';
    case 'reminders':
      return fields.reminders
        .map((minutes) => reminderWords(spoken, minutes, fields.start.clock === null))
        .join(', ');
    case 'hides_guests':
      return fields.hides_guests ? '' : '✓';
    case 'guests_may':
      return t(`calendar.form.guestsMay.${fields.guests_may ?? 'answer'}`);
    case 'guests':
      return fields.guests.map(({ name: called, email }) => called || email).join(', ');
    case 'rooms':
      return (fields.rooms ?? []).map(({ name: called, email }) => called || email).join(', ');
    case 'files':
      return (fields.files ?? []).map(({ name: called }) => called).join(', ');
    default:
      return fields[name];
  }
}

/** CL-415: a series that arrived at the server while it was edited has names for its occurrences by now. */
function shownNow(model: CalendarModel, one: Occurrence): Occurrence {
  if (one.original !== '') return one;
  return model.occurrencesOf(one.event_id).find(({ at }) => at === one.at) ?? one;
}
