import type { FeedFault } from '@bocau/contract/calendar.ts';
import { freeColor } from '@bocau/contract/calendar-colors.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './subscriptions.module.css';

const LONGEST_ADDRESS = 2000;

/** CL-189: adds a calendar by its address. It is read before it is added. */
export function SubscribeDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useCalendarModel();
  const field = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function refuse(words: string): void {
    setFault(words);
    field.current?.focus();
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    if (url.trim() === '') return refuse(t('calendarFeeds.missing'));
    setBusy(true);
    try {
      const color = freeColor(model.calendars() ?? []);
      const { data } = await api.subscribeToCalendar({ body: { url: url.trim(), color } });
      if (data.fault !== null) return refuse(faultOf(data.fault));
      await model.show();
      onClose();
      notify({ text: t('calendarFeeds.added') });
    } catch (thrown) {
      refuse(refusalOf(asApiError(thrown)));
    } finally {
      setBusy(false);
    }
  }

  function refusalOf(error: ApiError): string {
    const { name } = error.details;
    if (error.code !== 'already_exists' || typeof name !== 'string') return errorWords(t, error);
    return t('calendarFeeds.followed', { name });
  }

  function faultOf(given: FeedFault): string {
    const words = t(`calendar.feed.faults.${given}`);
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('calendarFeeds.title')}
      size={480}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <p className={styles.about}>{t('calendarFeeds.about')}</p>
        <TextInput
          ref={field}
          data-autofocus
          type="url"
          label={t('calendarFeeds.address')}
          placeholder="https://…/basic.ics"
          autoComplete="off"
          maxLength={LONGEST_ADDRESS}
          value={url}
          error={fault}
          onChange={({ currentTarget }) => {
            setFault(null);
            setUrl(currentTarget.value);
          }}
        />
        <FormButtons submit={t('calendarFeeds.submit')} busy={busy} mt={20} onCancel={onClose} />
      </form>
    </Modal>
  );
}
