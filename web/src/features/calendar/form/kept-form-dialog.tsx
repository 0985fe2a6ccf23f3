import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { wallOfDay } from '../../../lib/calendar-days.ts';
import type { KeptForm } from '../../../model/calendar/kept-forms.ts';
import { useCalendar } from '../../../parts/calendar/use-calendar.ts';
import { isTyping, shortcutOf } from '../../../parts/keyboard/shortcuts.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { beginByKey } from '../use-calendar-keys.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { valuesOf } from './form-values.ts';

/** CL-260: offers what was typed into a form that was left by a reload, or with its tab. */
export function KeptFormDialog({ screen }: { screen: CalendarScreenState }) {
  const [form] = useCalendar((model) => model.keptForms());
  if (!form || screen.writable.length === 0) return null;
  return <Offer key={form.id} screen={screen} form={form} />;
}

function Offer({ screen, form }: { screen: CalendarScreenState; form: KeptForm }) {
  const { t } = useTranslation();
  const { title } = form.fields;
  useNewEventKey(screen);

  return (
    <ChoiceDialog
      title={t(form.edited ? 'calendar.form.kept.edit' : 'calendar.form.kept.new')}
      safe={t('calendar.form.kept.continue')}
      other={{ label: t('calendar.form.kept.discard'), tone: 'danger' }}
      onSafe={() => goOn(screen, form)}
      onOther={() => screen.model.dropForm(form.id)}
      onLeave={() => screen.model.putOffForm(form.id)}
    >
      {title === '' ? t('calendar.form.kept.untitled') : t('calendar.form.kept.titled', { title })}
    </ChoiceDialog>
  );
}

/** CL-381: a new event comes before the question, whose buttons what is typed for it must not press. */
function useNewEventKey(screen: CalendarScreenState): void {
  const { t } = useTranslation();
  const latest = useRef(() => {});
  latest.current = () => beginByKey(screen, t('common.loading'));
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target)) return;
      if (shortcutOf(event) !== 'c') return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function goOn({ ask, zone, writable }: CalendarScreenState, kept: KeptForm): void {
  if (kept.edited) {
    ask({ kind: 'edit', occurrence: kept.edited.occurrence, refused: null, kept });
    return;
  }
  const { fields } = kept;
  // That which it was meant for may be gone.
  const into = writable.find(({ id }) => id === kept.calendarId) ?? writable[0];
  const start = wallOfDay(fields.start.day || kept.fields.end.day);
  ask({
    kind: 'new',
    begin: valuesOf({ fields, calendar_id: into?.id ?? '' }, zone),
    draft: { kind: 'zoned', span: { start, end: start } },
    kept,
  });
}
