import type { CalendarEvent } from '@bocau/contract/calendar.ts';
import type { HandOverFault } from '@bocau/contract/calendar-organiser.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { hasWords, say } from '../../../i18n/i18n.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { titleOf } from '../calendar-words.ts';
import styles from './hand-over-dialog.module.css';

type Props = { event: CalendarEvent; onClose(): void };

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** CL-203: asks who of the guests will ask to a meeting, and says what that means. */
export function HandOverDialog({ event, onClose }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const api = useApi();
  const model = useCalendarModel();
  const title = titleOf(spoken, event.fields.title);
  const own = event.organiser?.email.toLowerCase() ?? '';
  const people = event.attendees.filter(
    ({ email, is_room }) => !is_room && email.toLowerCase() !== own && domainOf(email) === domainOf(own),
  );
  const [chosen, setChosen] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function hand(): Promise<void> {
    setBusy(true);
    setFault(null);
    try {
      await api.handOverEvent({ params: { id: event.id }, body: { to_email: chosen } });
      // Until the event is known as somebody else's, its card would change under who opens it. Done it is anyway.
      await Promise.allSettled([model.show(), model.readEvent(event.id, event.original)]);
      const name = people.find(({ email }) => email === chosen)?.name || chosen;
      onClose();
      notify({ text: say('calendar.handOver.done', { name, title }) });
    } catch (thrown) {
      setFault(faultWords(asApiError(thrown)));
      setBusy(false);
    }
  }

  function faultWords(error: ApiError): string {
    const key = `calendar.handOver.faults.${String(error.details['reason'])}`;
    return hasWords(key) ? t(key as `calendar.handOver.faults.${HandOverFault}`) : errorWords(t, error);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendar.handOver.title', { title })}
      centered
      size={440}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form
        className={styles.form}
        onSubmit={(submitted) => {
          submitted.preventDefault();
          if (chosen !== '') void hand();
        }}
      >
        {people.length === 0 ? (
          <p role="status">{t('calendar.handOver.nobody')}</p>
        ) : (
          <>
            <Radio.Group
              aria-label={t('calendar.handOver.title', { title })}
              value={chosen}
              onChange={(email) => {
                setChosen(email);
                setFault(null);
              }}
            >
              <Stack gap={8}>
                {people.map(({ name, email }, at) => (
                  <Radio
                    data-autofocus={at === 0 || undefined}
                    key={email}
                    value={email}
                    label={name || email}
                    description={name === '' ? undefined : email}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <p>{t('calendar.handOver.about')}</p>
            {event.fields.rule !== null && <p>{t('calendar.handOver.series')}</p>}
          </>
        )}
        {fault !== null && (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
        <FormButtons
          submit={t('calendar.handOver.submit')}
          busy={busy}
          disabled={chosen === ''}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
