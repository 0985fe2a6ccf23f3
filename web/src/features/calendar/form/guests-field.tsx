import { LIMITS } from '@bocau/contract/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import {
  recipientsFromText,
  textOfRecipient,
  withoutDuplicates,
} from '../../../model/compose/recipient-text.ts';
import { RecipientsField } from '../../compose/recipients/recipients-field.tsx';
import styles from './event-form.module.css';

type Props = {
  guests: readonly ComposeRecipient[];
  hasFault: boolean;
  /** It was asked for just now. */
  isNew: boolean;
  onChange(guests: readonly ComposeRecipient[]): void;
};

const FAULT = 'event-guests-fault';

/** Who is asked to an event: the recipients field of mail, with its suggestions. */
export function GuestsField({ guests, hasFault, isNew, onChange }: Props) {
  const { t } = useTranslation();
  const without = (index: number) => guests.filter((_, at) => at !== index);
  return (
    <div className={styles.guests}>
      <RecipientsField
        field="to"
        label={t('calendar.form.guests')}
        inputLabel={t('calendar.form.addGuests')}
        group="event-guests"
        recipients={guests}
        otherFields={[]}
        marksOutside
        autoFocus={isNew}
        faultId={hasFault ? FAULT : undefined}
        onAdd={(text) =>
          onChange(withoutDuplicates([...guests, ...recipientsFromText(text)]).slice(0, LIMITS.eventGuests))
        }
        onRemove={(index) => onChange(without(index))}
        onMove={() => undefined}
        onTakeBack={(index) => {
          const taken = guests[index];
          onChange(without(index));
          return taken ? textOfRecipient(taken) : '';
        }}
      />
      {hasFault && (
        <p id={FAULT} className={styles.fault} role="alert">
          {t('calendar.form.faults.guests')}
        </p>
      )}
      {guests.length > 0 && <p className={styles.hint}>{t('calendar.form.guestsHint')}</p>}
    </div>
  );
}
