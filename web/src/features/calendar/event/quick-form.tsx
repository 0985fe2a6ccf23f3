import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, dayOfWall } from '../../../lib/calendar-days.ts';
import { readLostRooms } from '../../../parts/events/lost-rooms.ts';
import { takeTyped } from '../../../parts/keyboard/take-keys.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useUnsavedForm } from '../../../ui/unsaved-forms.ts';
import { createEvent } from '../calendar-acts.ts';
import { otherWeekOf } from '../calendar-range.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';
import { type EventFormValues, faultsOf, fieldsOf, newValues, withWhole } from '../form/form-values.ts';
import { TimeFields } from '../form/time-fields.tsx';
import { useKeptForm } from '../form/use-kept-form.ts';
import { parseQuickLine } from '../quick-line/parse-quick-line.ts';
import { impossibleIn } from '../quick-line/read-impossible.ts';
import { UnderstoodLine } from '../quick-line/understood-line.tsx';
import { timeOf, withQuickLine } from '../quick-line/with-quick-line.ts';
import type { CalendarScreenState, Draft } from '../use-calendar-screen.ts';
import { CalendarPopup } from './calendar-popup.tsx';
import { NamedGuests } from './named-guests.tsx';
import { NamedRooms, placeBeside } from './named-rooms.tsx';
import styles from './quick-form.module.css';

/** As long as there is time to see that it was not meant. */
const LEFT_SECONDS = 8;

type Props = { screen: CalendarScreenState; draft: Draft; anchor: HTMLElement | null };

/** Makes an event in five seconds: its title, when, and in which calendar. */
export function QuickForm({ screen, draft, anchor }: Props) {
  const { t, language } = useTranslation();
  const api = useApi();
  const { writable, zone, target } = screen;
  const firstCalendar = writable[0]?.id ?? '';
  const [values, setValues] = useState(() => newValues(draft, { zone, calendarId: firstCalendar }));
  const [lineField] = useState(() =>
    takeTyped('event', (title) => setValues((before) => ({ ...before, title }))),
  );
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const [isTried, setTried] = useState(false);
  const [isRead, setRead] = useState(draft.begunOn !== undefined);
  const { today, now } = screen;
  const minute = Math.floor((now % DAY_MS) / 60_000);
  const chosen = draft.begunOn ?? today;
  const { weekStart } = useCalendarChoices();
  const week = otherWeekOf(dayOfWall(draft.span.start), screen, weekStart);
  const line = useMemo(
    () => parseQuickLine(values.title, { today, chosen, week, now: minute, language, begun: timeOf(draft) }),
    [values.title, today, chosen, week, minute, language, draft],
  );
  const impossible = isRead ? impossibleIn(values.title, language) : [];
  const shown = line && isRead ? withQuickLine(values, line) : values;
  const faults = isTried ? faultsOf(shown) : {};
  // The calendars may come later than the form.
  const calendarId = values.calendarId || firstCalendar;
  const place = placeBeside(shown, removed);
  const typed = { ...shown, calendarId, place };
  const isElsewhere = !isSameTime(shown, newValues(draft, { zone, calendarId }));
  useLayoutEffect(() => {
    // CL-339: the form stands beside it still.
    anchor?.toggleAttribute('data-elsewhere', isElsewhere);
  }, [anchor, isElsewhere]);
  const hasWords = values.title.trim() !== '';
  useUnsavedForm(hasWords);
  const forget = useKeptForm(screen, { values: typed, isChanged: hasWords });
  const isSaving = useRef(false);
  const isClosed = useRef(false);
  function close(): void {
    isClosed.current = true;
    forget();
    screen.begin(null);
  }

  /** What was typed goes on in the form, for who has closed the window by a key or a click too many. */
  function leave(): void {
    close();
    if (!hasWords) return;
    const begin = typed;
    notify({
      text: t('calendar.quick.left', { title: shown.title.trim() }),
      action: { label: t('calendar.quick.again'), run: () => screen.ask({ kind: 'new', begin, draft }) },
      seconds: LEFT_SECONDS,
    });
  }

  /** Times that are set by hand count, and the title is what remained of the line. */
  function change(next: EventFormValues): void {
    setRead(false);
    setValues(next);
  }

  /** The whole form, with what was typed. */
  function more(also: { asksGuests?: true } = {}): void {
    close();
    screen.ask({ kind: 'new', begin: typed, draft, ...also });
  }

  async function save(): Promise<void> {
    setTried(true);
    if (Object.keys(faultsOf(shown)).length > 0 || calendarId === '' || isSaving.current) return;
    const fields = fieldsOf(typed, writable);
    if (typed.rooms.length > 0) {
      isSaving.current = true;
      const lost = await readLostRooms(api, fields, undefined);
      if (isClosed.current) return;
      // CL-211: the whole form says who has the room, and asks.
      if (lost.length > 0) return more();
    }
    close();
    createEvent(target, calendarId, fields);
  }

  return (
    <CalendarPopup anchor={anchor} label={t('calendar.form.new')} stays={hasWords} onClose={leave}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
          if (!isSave || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          data-autofocus
          ref={lineField}
          aria-label={t('calendar.form.title')}
          placeholder={t(draft.begunOn ? 'calendar.quick.hint' : 'calendar.form.titleHint')}
          size="md"
          maxLength={LIMITS.eventTitleLength}
          autoComplete="off"
          value={values.title}
          onChange={({ currentTarget }) => setValues({ ...values, title: currentTarget.value })}
        />
        {(line || impossible.length > 0) && (
          <UnderstoodLine
            line={line && { ...line, place: placeBeside({ place: line.place, rooms: [] }, removed) }}
            impossible={impossible}
            isRead={isRead}
            onRead={setRead}
          />
        )}
        <TimeFields values={shown} faults={faults} onChange={change} />
        <Checkbox
          label={t('calendar.form.allDay')}
          checked={shown.isWhole}
          onChange={({ currentTarget }) => change(withWhole(shown, currentTarget.checked))}
        />
        {writable.length > 1 && (
          <NativeSelect
            label={t('calendar.form.calendar')}
            value={calendarId}
            data={writable.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => setValues({ ...values, calendarId: currentTarget.value })}
          />
        )}
        {(shown.place !== '' || shown.rooms.length > 0) && (
          <NamedRooms
            values={shown}
            removed={removed}
            zone={zone}
            onChange={(rooms, gone) => {
              setValues({ ...values, rooms });
              setRemoved(gone);
            }}
          />
        )}
        <NamedGuests
          title={shown.title}
          guests={values.guests}
          onChange={(guests) => setValues({ ...values, guests })}
          onMore={() => more({ asksGuests: true })}
        />
        <div className={styles.acts}>
          <Button variant="default" onClick={() => more()}>
            {t('calendar.form.details')}
          </Button>
          <Button type="submit">{t('calendar.form.save')}</Button>
        </div>
      </form>
    </CalendarPopup>
  );
}

/** Whether the place where it was begun says when it is. */
function isSameTime(one: EventFormValues, begun: EventFormValues): boolean {
  return (
    one.isWhole === begun.isWhole &&
    one.startDay === begun.startDay &&
    one.endDay === begun.endDay &&
    (one.isWhole || (one.startClock === begun.startClock && one.endClock === begun.endClock))
  );
}
