import { GUEST_RIGHTS } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import {
  recipientsFromText,
  textOfRecipient,
  withoutDuplicates,
} from '../../../model/compose/recipient-text.ts';
import { PHONE } from '../../../ui/breakpoints.ts';
import { useMedia } from '../../../ui/use-media.ts';
import { RecipientsField } from '../../compose/recipients/recipients-field.tsx';
import styles from './event-form.module.css';
import type { EventFormValues } from './form-values.ts';

type Guests = Pick<EventFormValues, 'guests' | 'optional' | 'hidesGuests' | 'guestsMay'>;

type Props = Guests & {
  hasFault: boolean;
  /** It was asked for just now. */
  isNew: boolean;
  /**
   * Where a guest of the meeting changes it, those who are asked to it: they stay, and what guests see and may do is not
   * theirs either.
   */
  staying: readonly string[] | null;
  /** CL-367: nobody is told of it. */
  isCopy: boolean;
  onChange(some: Partial<Guests>): void;
};

const FAULT = 'event-guests-fault';

/** CL-198: who is asked to an event, and who of them may stay away: recipients fields of mail, with suggestions. */
export function GuestsField({
  guests,
  optional,
  hidesGuests,
  guestsMay,
  hasFault,
  isNew,
  staying,
  isCopy,
  onChange,
}: Props) {
  const { t } = useTranslation();

  /** Nobody is in both. */
  function change(list: 'guests' | 'optional', people: readonly ComposeRecipient[]): void {
    const named = new Set(people.map(({ email }) => email.toLowerCase()));
    const others = list === 'guests' ? optional : guests;
    const rest = others.filter(({ email }) => !named.has(email.toLowerCase()));
    const most = people.slice(0, LIMITS.eventGuests - rest.length);
    onChange(list === 'guests' ? { guests: most, optional: rest } : { guests: rest, optional: most });
  }

  if (staying !== null) {
    const stays = ({ email }: ComposeRecipient) => staying.includes(email);
    const names = [...guests, ...optional].filter(stays).map(({ name, email }) => name || email);
    return (
      <>
        <p className={styles.hint}>{`${t('calendar.form.guests')}: ${names.join(', ')}`}</p>
        <MoreGuests
          people={guests.filter((one) => !stays(one))}
          hasFault={hasFault}
          onChange={(added) => change('guests', withoutDuplicates([...guests.filter(stays), ...added]))}
        />
      </>
    );
  }
  return (
    <div className={styles.guests}>
      <People
        list="guests"
        people={guests}
        label={t('calendar.form.guests')}
        inputLabel={t('calendar.form.addGuests')}
        autoFocus={isNew}
        faultId={hasFault ? FAULT : undefined}
        onChange={change}
      />
      {guests.length + optional.length > 0 && (
        <People
          list="optional"
          people={optional}
          label={t('calendar.form.optionalGuests')}
          inputLabel={t('calendar.form.addOptionalGuests')}
          faultId={hasFault ? FAULT : undefined}
          onChange={change}
        />
      )}
      {hasFault && (
        <p id={FAULT} className={styles.fault} role="alert">
          {t('calendar.form.faults.guests')}
        </p>
      )}
      {guests.length + optional.length > 0 && (
        <>
          <Checkbox
            label={t('calendar.form.showsGuests')}
            description={hidesGuests ? t('calendar.form.hidesGuestsHint') : undefined}
            checked={!hidesGuests}
            onChange={({ currentTarget }) => onChange({ hidesGuests: !currentTarget.checked })}
          />
          {!hidesGuests && (
            <NativeSelect
              label={t('calendar.form.guestsMay.label')}
              description={guestsMay && t('calendar.form.guestsMay.hint')}
              value={guestsMay ?? 'answer'}
              data={(['answer', ...GUEST_RIGHTS] as const).map((right) => ({
                value: right,
                label: t(`calendar.form.guestsMay.${right}`),
              }))}
              onChange={({ currentTarget: { value } }) =>
                onChange({ guestsMay: GUEST_RIGHTS.find((right) => right === value) ?? null })
              }
            />
          )}
          <p className={styles.hint}>{t(isCopy ? 'calendar.event.isCopy' : 'calendar.form.guestsHint')}</p>
        </>
      )}
    </div>
  );
}

type MoreProps = {
  people: readonly ComposeRecipient[];
  hasFault: boolean;
  onChange(people: readonly ComposeRecipient[]): void;
};

/** Whom a guest asks besides those who are asked. */
export function MoreGuests({ people, hasFault, onChange }: MoreProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.guests}>
      <People
        list="guests"
        people={people}
        label={t('calendar.event.inviteMore')}
        inputLabel={t('calendar.form.addGuests')}
        faultId={hasFault ? FAULT : undefined}
        onChange={(_, next) => onChange(next)}
      />
      {hasFault && (
        <p id={FAULT} className={styles.fault} role="alert">
          {t('calendar.form.faults.guests')}
        </p>
      )}
      <p className={styles.hint}>{t('calendar.form.guestsHint')}</p>
    </div>
  );
}

type PeopleProps = {
  list: 'guests' | 'optional';
  people: readonly ComposeRecipient[];
  label: string;
  inputLabel: string;
  autoFocus?: boolean;
  faultId: string | undefined;
  onChange(list: 'guests' | 'optional', people: readonly ComposeRecipient[]): void;
};

function People({ list, people, onChange, ...shown }: PeopleProps) {
  const phone = useMedia(PHONE);
  const without = (index: number) => people.filter((_, at) => at !== index);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only makes room below the field, for what is found
    <div
      className={styles.people}
      // A phone's keyboard covers the lower half of the form, where it would be.
      onFocus={({ currentTarget }) => phone && currentTarget.scrollIntoView({ block: 'start' })}
    >
      <RecipientsField
        {...shown}
        field="to"
        group={`event-${list}`}
        recipients={people}
        otherFields={[]}
        marksOutside
        order="colleagues"
        onAdd={(text) => onChange(list, withoutDuplicates([...people, ...recipientsFromText(text)]))}
        onRemove={(index) => onChange(list, without(index))}
        onMove={() => undefined}
        onTakeBack={(index) => {
          const taken = people[index];
          onChange(list, without(index));
          return taken ? textOfRecipient(taken) : '';
        }}
      />
    </div>
  );
}
