import { useTranslation } from '../../i18n/use-translation.ts';
import { LostRoomsDialog } from '../../parts/events/lost-rooms-dialog.tsx';
import { createEvent } from './calendar-acts.ts';
import { CalendarKeys } from './calendar-keys.tsx';
import { ChoicesDialog } from './choices/choices-dialog.tsx';
import { HandOverDialog } from './event/hand-over-dialog.tsx';
import { ProposeDialog } from './event/propose-dialog.tsx';
import { ScopeDialog } from './event/scope-dialog.tsx';
import { EditEventDialog } from './form/edit-dialog.tsx';
import { EventDialog } from './form/event-dialog.tsx';
import { fieldsOf, newValues } from './form/form-values.ts';
import type { CalendarQuestion, CalendarScreenState } from './use-calendar-screen.ts';

type Props = { screen: CalendarScreenState; question: CalendarQuestion };

/** The forms, the questions before an act, and other overlays of the page. */
export function CalendarDialogs({ screen, question }: Props) {
  const { t } = useTranslation();
  const { writable, zone, target } = screen;
  const close = () => screen.ask(null);

  switch (question.kind) {
    case 'keys':
      return <CalendarKeys onClose={close} />;
    case 'choices':
      return <ChoicesDialog zone={zone} now={screen.now} onClose={close} />;
    case 'scope':
      return (
        <ScopeDialog
          of={question.of}
          scopes={question.scopes}
          preset={question.preset}
          onAnswer={question.answer}
        />
      );
    case 'lostRooms':
      return (
        <LostRoomsDialog
          act="move"
          rooms={question.rooms}
          times={question.times}
          onSafe={() => question.decide(false)}
          onOther={() => question.decide(true)}
        />
      );
    case 'propose':
      return <ProposeDialog screen={screen} occurrence={question.occurrence} onClose={close} />;
    case 'handOver':
      return <HandOverDialog event={question.event} onClose={close} />;
    case 'edit':
      return (
        <EditEventDialog
          key={question.occurrence.event_id + question.occurrence.original}
          screen={screen}
          occurrence={question.occurrence}
          refused={question.refused}
          kept={question.kept ?? null}
          onClose={close}
        />
      );
    case 'new': {
      const calendarId = writable[0]?.id ?? '';
      return (
        <EventDialog
          screen={screen}
          title={t('calendar.form.new')}
          begin={question.begin ?? newValues(question.draft, { zone, calendarId })}
          isChangedAlready={question.kept !== undefined || (question.begin?.title ?? '') !== ''}
          kept={question.kept ?? null}
          asksGuests={question.asksGuests ?? false}
          onClose={close}
          onSave={(values) => {
            close();
            createEvent(target, values.calendarId || calendarId, fieldsOf(values, writable));
          }}
        />
      );
    }
  }
}
