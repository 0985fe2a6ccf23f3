import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { IconDoor, IconUserPlus } from '@tabler/icons-react';
import { Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { loadLaterWords } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { momentOfWall, wallOfTime } from '../../../model/calendar/occurrence-times.ts';
import { ZoneSelect } from '../../../parts/dates/zone-select.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { calendarsBeside } from '../changeable.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './event-form.module.css';
import { FilesField } from './files-field.tsx';
import { type EventFormValues, everyGuest, type FormFaults, remindersOf, withWhole } from './form-values.ts';
import { LinkField } from './link-field.tsx';
import { ReminderFields } from './reminder-fields.tsx';
import { RepeatFields } from './repeat-fields.tsx';
import { TimeFields } from './time-fields.tsx';

/** With the recipients field of mail, which is of use to few who make an event. */
const GuestsField = lazyPart(async () => {
  const [{ GuestsField: Part }] = await Promise.all([import('./guests-field.tsx'), loadLaterWords()]);
  return Part;
});

/** Which asks for the busy times of all who are asked. */
const FindTimeField = lazyPart(async () => (await import('./find-time-field.tsx')).FindTimeField);

/** Which asks for all rooms of the domain: only where somebody wants one. */
const RoomsField = lazyPart(async () => (await import('./rooms-field.tsx')).RoomsField);

type Props = {
  screen: CalendarScreenState;
  values: EventFormValues;
  faults: FormFaults;
  /** CL-239: who is asked to a meeting of somebody else, who lets guests change it. */
  staying: readonly string[] | null;
  isCopy: boolean;
  /** It begins with the guests. */
  asksGuests: boolean;
  onChange(values: EventFormValues): void;
};

/** All fields of an event. */
export function EventForm({ screen, values, faults, staying, isCopy, asksGuests, onChange }: Props) {
  const { t } = useTranslation();
  const isGuest = staying !== null;
  const [isAsking, setAsking] = useState(asksGuests);
  const [isBooking, setBooking] = useState(false);
  const roomsButton = useRef<HTMLButtonElement>(null);
  const { writable, zone, question } = screen;
  const eventId = question?.kind === 'edit' ? question.occurrence.event_id : undefined;
  const offered = question?.kind === 'edit' ? calendarsBeside(writable, values.calendarId) : writable;
  const isOwn = (id: string) => writable.find((one) => one.id === id)?.permission === 'OWNER';
  function closeRooms(): void {
    flushSync(() => setBooking(false));
    roomsButton.current?.focus();
  }
  const set = (some: Partial<EventFormValues>) => onChange({ ...values, ...some });
  const wall = wallOfTime({
    day: values.startDay || screen.today,
    clock: values.startClock || '09:00',
    zone,
  });

  return (
    <>
      <TextInput
        data-autofocus={!asksGuests || undefined}
        label={t('calendar.form.title')}
        maxLength={LIMITS.eventTitleLength}
        autoComplete="off"
        value={values.title}
        onChange={({ currentTarget }) => set({ title: currentTarget.value })}
      />
      <TimeFields values={values} faults={faults} onChange={onChange} />
      <Checkbox
        label={t('calendar.form.allDay')}
        checked={values.isWhole}
        onChange={({ currentTarget: { checked } }) =>
          onChange(question?.kind === 'edit' ? { ...values, isWhole: checked } : withWhole(values, checked))
        }
      />
      {!values.isWhole &&
        (values.zone === null ? (
          <p className={styles.hint}>{t('calendar.form.noZone')}</p>
        ) : (
          <ZoneSelect
            label={t('calendar.form.zone')}
            zone={values.zone}
            at={Math.floor(momentOfWall(wall, zone) / 1000)}
            onChange={(next) => set({ zone: next })}
          />
        ))}
      <RepeatFields values={values} faults={faults} onChange={set} />
      {isAsking || everyGuest(values).length > 0 ? (
        <Suspense fallback={<div className={styles.guests} />}>
          <GuestsField
            guests={values.guests}
            hasFault={faults.guests !== undefined}
            isNew={isAsking}
            optional={values.optional}
            hidesGuests={values.hidesGuests}
            guestsMay={values.guestsMay}
            staying={staying}
            isCopy={isCopy}
            onChange={set}
          />
        </Suspense>
      ) : (
        <div>
          <Button variant="default" leftSection={<IconUserPlus size={16} />} onClick={() => setAsking(true)}>
            {t('calendar.form.addGuests')}
          </Button>
        </div>
      )}
      {!isGuest &&
        (isBooking || values.rooms.length > 0 ? (
          <Suspense fallback={<div className={styles.guests} />}>
            <RoomsField
              values={values}
              isNew={isBooking}
              zone={zone}
              eventId={eventId}
              onChange={(rooms) => set({ rooms })}
              onClose={values.rooms.length === 0 ? closeRooms : undefined}
            />
          </Suspense>
        ) : (
          <div>
            <Button
              ref={roomsButton}
              variant="default"
              leftSection={<IconDoor size={16} />}
              onClick={() => setBooking(true)}
            >
              {t('calendar.rooms.add')}
            </Button>
          </div>
        ))}
      {everyGuest(values).length + values.rooms.length > 0 && (
        <Suspense>
          <FindTimeField screen={screen} values={values} eventId={eventId} onChange={onChange} />
        </Suspense>
      )}
      {!isGuest && (isOwn(values.calendarId) || values.files.length > 0) && (
        <FilesField
          files={values.files}
          mayAdd={isOwn(values.calendarId)}
          hasGuests={everyGuest(values).length > 0}
          onChange={(files) => set({ files })}
        />
      )}
      <TextInput
        label={t('calendar.form.place')}
        maxLength={LIMITS.eventPlaceLength}
        autoComplete="off"
        value={values.place}
        onChange={({ currentTarget }) => set({ place: currentTarget.value })}
      />
      <LinkField url={values.url} fault={faults.url} onChange={(url) => set({ url })} />
      <Textarea
        label={t('calendar.form.description')}
        rows={4}
        resize="vertical"
        maxLength={LIMITS.eventDescriptionLength}
        value={values.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      <ReminderFields
        label={t('calendar.reminders.label')}
        reminders={remindersOf(values, writable)}
        isWhole={values.isWhole}
        onChange={(reminders) => set({ reminders })}
      />
      <div className={styles.pair}>
        {!isGuest && (
          <NativeSelect
            label={t('calendar.form.calendar')}
            value={values.calendarId}
            data={offered.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget: { value } }) =>
              set({ calendarId: value, isPrivate: values.isPrivate && isOwn(value) })
            }
          />
        )}
        <NativeSelect
          label={t('calendar.form.busy')}
          value={values.isBusy ? 'busy' : 'free'}
          data={[
            { value: 'busy', label: t('calendar.busy') },
            { value: 'free', label: t('calendar.free') },
          ]}
          onChange={({ currentTarget }) => set({ isBusy: currentTarget.value === 'busy' })}
        />
      </div>
      {/* Whoever marked an event of somebody else would not see it any more. */}
      {isOwn(values.calendarId) && (
        <Checkbox
          label={t('calendar.form.private')}
          description={t('calendar.form.privateHint')}
          checked={values.isPrivate}
          onChange={({ currentTarget }) => set({ isPrivate: currentTarget.checked })}
        />
      )}
    </>
  );
}
