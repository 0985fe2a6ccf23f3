import { type CalendarEvent, EVENT_ANSWERS, type Occurrence } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import {
  IconAlignLeft,
  IconBell,
  IconCalendar,
  IconClock,
  IconDoor,
  IconLink,
  IconLock,
  IconMapPin,
  IconPaperclip,
  IconRepeat,
  IconUsers,
} from '@tabler/icons-react';
import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useId, useRef } from 'react';
import type { Spoken } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { momentsOf, spanOf } from '../../../model/calendar/occurrence-times.ts';
import { isUnreachable } from '../../../model/engine/retry.ts';
import { useCalendar, useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { attendeeWords } from '../../../parts/events/attendee-words.ts';
import { whenWords } from '../../../parts/events/event-words.ts';
import { LinkedText } from '../../../parts/events/linked-text.tsx';
import { PlaceWords } from '../../../parts/events/place-words.tsx';
import { useOpener } from '../../../ui/use-opener.ts';
import { answerEvent } from '../calendar-acts.ts';
import { occurrenceTitle, reminderWords, spanWords, titleOf } from '../calendar-words.ts';
import { isChangeable } from '../changeable.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import { CalendarPopup } from './calendar-popup.tsx';
import { EventActs } from './event-acts.tsx';
import { EventFiles, hasFiles } from './event-files.tsx';
import styles from './event-panel.module.css';
import { EventProposals } from './event-proposals.tsx';
import { ruleTextWords } from './repeat-words.ts';
import { useCardKeys } from './use-card-keys.ts';

type Props = { screen: CalendarScreenState; one: Occurrence; anchor: HTMLElement | null };

/** An event as people read it, with the two things that one does. */
export function EventPanel({ screen, one, anchor }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const model = useCalendarModel();
  const { event_id: id, original } = one;
  const isHidden = one.only_busy === true;
  useEffect(() => (isHidden ? undefined : model.holdEvent(id, original)), [model, id, original, isHidden]);
  const { event, loading, error } = useCalendar((reader) => reader.event(id, original));
  const calendar = screen.calendars.find((each) => each.id === (event?.calendar_id ?? one.calendar_id));
  const mayChange = isChangeable(one, calendar ?? null);
  const menu = useOpener('menu');
  const close = () => screen.open(null);
  const place = event ? placeBesideRooms(event) : one.place;
  // The occurrence is as it was when the card was opened.
  const isBusy = event ? event.fields.is_busy && event.my_answer !== 'declined' : one.is_busy;
  const panel = useRef<HTMLDivElement>(null);
  const isLoaded = event !== null;
  const isUnread = loading === 'failed' && !event;
  const noteId = useId();
  useCardKeys(panel, {
    edit: () => mayChange && !isUnread && screen.edit(one),
    remove: () => mayChange && screen.remove(one),
  });
  // What had the focus before all of it was known may be another button now.
  useEffect(() => {
    if (isLoaded && document.activeElement === document.body)
      panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [isLoaded]);

  return (
    <CalendarPopup
      anchor={anchor?.isConnected ? anchor : null}
      label={t('calendar.event.label')}
      stays={menu.opened !== null}
      onClose={close}
    >
      <div ref={panel} className={styles.panel}>
        <h2 className={styles.title}>
          <i style={{ '--event': calendar?.color } as CSSProperties} aria-hidden />
          {event ? titleOf(spoken, event.fields.title) : occurrenceTitle(spoken, one)}
        </h2>
        <ul className={styles.facts}>
          <Fact icon={IconClock}>
            {(event ? timeWords(spoken, event, screen.zone) : []).length > 0 && event ? (
              timeWords(spoken, event, screen.zone).map((line, at) =>
                at === 0 ? <b key={line}>{line}</b> : <small key={line}>{line}</small>,
              )
            ) : (
              <b>{spanWords(spoken, spanOf(one, screen.zone), one.kind)}</b>
            )}
          </Fact>
          {/* Its line is there at once: when the rule comes, no button moves. */}
          {(event ? event.fields.rule !== null || event.repeats_otherwise : one.repeats) && (
            <Fact icon={IconRepeat}>{event ? repeatWords(spoken, event) : t('calendar.event.repeats')}</Fact>
          )}
          {place !== '' && (
            <Fact icon={IconMapPin}>
              <PlaceWords place={place} />
            </Fact>
          )}
          {event && <EventFacts event={event} />}
          {event && hasFiles(event) && (
            <Fact icon={IconPaperclip}>
              <EventFiles event={event} />
            </Fact>
          )}
          <Fact icon={IconCalendar}>
            {[calendar?.name, calendar?.owner?.name, t(isBusy ? 'calendar.busy' : 'calendar.free')]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
          {one.is_private && <Fact icon={IconLock}>{t('calendar.private')}</Fact>}
        </ul>
        {isUnread && (
          <p id={noteId} className={styles.note}>
            {t(error && isUnreachable(error) ? 'calendar.refused.notLoaded' : 'calendar.event.failed')}
          </p>
        )}
        {isHidden && <p className={styles.note}>{t('calendar.event.hidden')}</p>}
        {event?.changed_by && (
          <p className={styles.note}>
            {t('calendar.event.changedBy', { name: event.changed_by.name || event.changed_by.email })}
          </p>
        )}
        {mayChange && event?.my_answer && <Answers screen={screen} one={one} event={event} />}
        <EventActs
          {...{ screen, one, mayChange, menu }}
          event={event ?? null}
          unreadNote={isUnread ? noteId : undefined}
          isOwnCalendar={calendar?.permission === 'OWNER'}
          onClose={close}
        />
        {/* Below the acts: one that comes while the event is open moves none of them. */}
        {event?.proposals && <EventProposals screen={screen} one={one} event={event} mayChange={mayChange} />}
      </div>
    </CalendarPopup>
  );
}

function repeatWords(spoken: Spoken, { fields: { rule, start }, repeats_otherwise }: CalendarEvent): string {
  if (repeats_otherwise || rule === null) return spoken.t('calendar.repeat.otherText');
  return ruleTextWords(spoken, rule, start);
}

/** Where it is, unless that is said by its rooms, which have filled it in. */
function placeBesideRooms({ attendees, fields: { place } }: CalendarEvent): string {
  const rooms = new Set(attendees.flatMap(({ is_room, name }) => (is_room ? [name] : [])));
  return place.split(', ').every((part) => rooms.has(part)) ? '' : place;
}

/** What one answers who asks to it; all else of it is theirs to change. */
function Answers({ screen, one, event }: Pick<Props, 'screen' | 'one'> & { event: CalendarEvent }) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.answers} aria-label={t('calendar.event.answer')}>
      {EVENT_ANSWERS.map((answer, at) => (
        <Button
          key={answer}
          {...(at === 0 && { 'data-autofocus': true })}
          variant={event.my_answer === answer ? 'filled' : 'default'}
          aria-pressed={event.my_answer === answer}
          onClick={() => {
            if (event.my_answer === answer) return;
            // It would lie over the question which of a series are meant.
            if (one.repeats) screen.open(null);
            void answerEvent(screen.target, one, event, answer);
          }}
        >
          {t(`invitation.answer.${answer}`)}
        </Button>
      ))}
      {spanOf(one, screen.zone).end > screen.now && (
        <Button
          variant="subtle"
          onClick={() => {
            screen.open(null);
            screen.ask({ kind: 'propose', occurrence: one });
          }}
        >
          {t('invitation.propose.open')}
        </Button>
      )}
    </fieldset>
  );
}

/** What only the whole of an event says. */
function EventFacts({ event }: { event: CalendarEvent }) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { url, description, reminders, start } = event.fields;
  const rooms = event.attendees.filter((one) => one.is_room);
  const people = event.attendees.filter((one) => !one.is_room);
  return (
    <>
      {url !== '' && (
        <Fact icon={IconLink}>
          {/^https?:\/\//i.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer noopener">
              {url}
            </a>
          ) : (
            url
          )}
        </Fact>
      )}
      {rooms.length > 0 && (
        <Fact icon={IconDoor}>
          {rooms.map(({ name, email, answer }) => (
            <span key={email} className={styles.guest}>
              {name || email} <small>({t(`calendar.rooms.answers.${answer}`)})</small>
            </span>
          ))}
        </Fact>
      )}
      {people.length > 0 && (
        <Fact icon={IconUsers}>
          {event.organiser && (
            <span>
              {t('calendar.event.organiser', { name: event.organiser.name || event.organiser.email })}
            </span>
          )}
          {people
            .filter(({ email }) => !isSameAddress(email, event.organiser?.email))
            .map((one) => (
              <span key={one.email} className={styles.guest}>
                {one.name || one.email}{' '}
                <small data-fault={one.is_undelivered}>({attendeeWords(t, one)})</small>
              </span>
            ))}
          {event.is_copy && <small>{t('calendar.event.isCopy')}</small>}
          {event.fields.hides_guests && <small>{t('calendar.event.hidesGuests')}</small>}
        </Fact>
      )}
      {description.trim() !== '' && (
        <Fact icon={IconAlignLeft}>
          <span className={styles.description}>
            <LinkedText text={description.trim()} />
          </span>
        </Fact>
      )}
      {reminders.length > 0 && (
        <Fact icon={IconBell}>
          {t('calendar.event.reminders', {
            list: reminders.map((each) => reminderWords(spoken, each, start.clock === null)).join(', '),
          })}
        </Fact>
      )}
    </>
  );
}

/** CL-337: who organises is said once. */
function isSameAddress(email: string, other: string | undefined): boolean {
  return email.toLowerCase() === other?.toLowerCase();
}

function Fact({ icon: Icon, children }: { icon: ComponentType<{ size?: number }>; children: ReactNode }) {
  return (
    <li>
      <Icon size={18} />
      <div>{children}</div>
    </li>
  );
}

/** By the person's clock first, and by that of the event where it differs. */
function timeWords(
  spoken: ReturnType<typeof useTranslation>,
  { fields: { start, end } }: CalendarEvent,
  zone: string,
): string[] {
  const { t, language } = spoken;
  const { kind, at, until } = momentsOf({ start, end });
  if (kind !== 'zoned' || start.zone === zone)
    return [spanWords(spoken, spanOf({ kind, at, until }, zone), kind)];
  const time = { start: { ...start, at }, end: { ...end, at: until } };
  const [here = ''] = whenWords(t, time, { zone, language });
  const [there] = whenWords(t, time, { zone: start.zone ?? zone, language });
  return there && there !== here ? [here, there] : [here];
}
