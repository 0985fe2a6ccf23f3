import type { Occurrence } from '@bocau/contract/calendar.ts';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { FloatingButton } from '../../ui/floating-button.tsx';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { Agenda } from './agenda/agenda.tsx';
import { isBuiltIn } from './built-in/built-in-events.ts';
import { BuiltInPanel } from './built-in/built-in-panel.tsx';
import { TaskPanel } from './built-in/task-panel.tsx';
import { CalendarBar } from './calendar-bar.tsx';
import { CalendarDialogs } from './calendar-dialogs.tsx';
import { newDayOf } from './calendar-range.ts';
import styles from './calendar-screen.module.css';
import { AgendaEmpty, CalendarNote } from './calendar-states.tsx';
import { viewTitle } from './calendar-words.ts';
import { EventPanel } from './event/event-panel.tsx';
import { QuickForm } from './event/quick-form.tsx';
import { useEventFocus } from './focus/use-event-focus.ts';
import { KeptFormDialog } from './form/kept-form-dialog.tsx';
import { foundTitle, useFoundPlace } from './found/found-place.ts';
import { FoundScreen } from './found/found-screen.tsx';
import { TimeGrid } from './grid/time-grid.tsx';
import { MonthGrid } from './month/month-grid.tsx';
import { useCalendarKeys } from './use-calendar-keys.ts';
import { useCalendarScreen } from './use-calendar-screen.ts';
import { YearGrid } from './year/year-grid.tsx';

function panelOf(one: Occurrence) {
  if (one.calendar_id === 'tasks') return TaskPanel;
  return isBuiltIn(one) ? BuiltInPanel : EventPanel;
}

/** The calendar: what is to be, by days, weeks, months or as a list. */
export function CalendarScreen() {
  const spoken = useTranslation();
  const { t } = spoken;
  const section = useRef<HTMLElement>(null);
  const [draftAt, setDraftAt] = useState<HTMLElement | null>(null);
  const screen = useCalendarScreen();
  const place = useFoundPlace();
  const narrow = useIsNarrowScreen();
  const isLost = useSessionState(({ connection }) => connection().state === 'lost');
  const { view, day, days, opened, draft, question } = screen;
  const OpenedPanel = opened ? panelOf(opened.one) : EventPanel;
  const title = place ? foundTitle(spoken, place) : viewTitle(spoken, view, days, day);
  useCalendarKeys(screen, { section, isFound: place !== null });
  useEventFocus(section, screen);
  usePageTitle(`${title} – ${t('calendar.title')}`);

  function content(): ReactNode {
    if (view === 'month') return <MonthGrid screen={screen} onDraft={setDraftAt} />;
    if (view === 'year') return <YearGrid screen={screen} />;
    if (view !== 'agenda') return <TimeGrid key={view} screen={screen} onDraft={setDraftAt} />;
    // Months that come one after another would push what is there about.
    if (screen.rangeView.loading === 'loading' && !isLost) return null;
    if (screen.rangeView.loading === 'ready' && screen.events.length === 0)
      return <AgendaEmpty screen={screen} />;
    return <Agenda screen={screen} />;
  }

  return (
    <section ref={section} tabIndex={-1} className={styles.screen} aria-label={t('calendar.title')}>
      <h1 className="visually-hidden">
        {t('calendar.title')}, {title}
      </h1>
      {place ? (
        <FoundScreen screen={screen} place={place} />
      ) : (
        <>
          <CalendarBar screen={screen} />
          <CalendarNote screen={screen} isLost={isLost} />
        </>
      )}
      <p className="visually-hidden" aria-live="polite">
        {!place && title}
      </p>
      {!place && content()}
      {narrow && !place && (
        <FloatingButton
          icon={IconPlus}
          label={t('calendar.new')}
          onClick={() => screen.beginAt(newDayOf(view, screen))}
        />
      )}
      {opened && <OpenedPanel screen={screen} one={opened.one} anchor={opened.anchor} />}
      {draft && (view === 'agenda' || view === 'year' || narrow || draftAt) && (
        <QuickForm key={draft.span.start} screen={screen} draft={draft} anchor={draftAt} />
      )}
      {question && <CalendarDialogs screen={screen} question={question} />}
      {!question && !draft && <KeptFormDialog screen={screen} />}
    </section>
  );
}
