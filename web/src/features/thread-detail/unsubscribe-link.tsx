import type { Message } from '@bocau/contract/messages.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortName } from '../../parts/addresses/short-name.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './unsubscribe-link.module.css';

type Offer = NonNullable<Message['unsubscribe']>;

/**
 * Unsubscribes where the sender offers it: by our server if one click is enough, else on the sender's page.
 */
export function UnsubscribeLink({ message, offer }: { message: Message; offer: Offer }) {
  const { t } = useTranslation();
  const api = useApi();
  const [asking, setAsking] = useState(false);
  const [working, setWorking] = useState(false);
  const [byServer, setByServer] = useState(offer.oneClick);
  const sender = shortName(message.from);
  const elsewhere = placeOf(offer);
  if (!offer.oneClick && elsewhere === null) return null;

  async function leave(): Promise<void> {
    if (!byServer) {
      setAsking(false);
      window.open(elsewhere as string, '_blank', 'noopener,noreferrer');
      return;
    }
    setWorking(true);
    try {
      const { data } = await api.unsubscribe({ params: { id: message.id } });
      if (data.outcome === 'done') notify({ text: t('threadDetail.unsubscribe.done', { sender }) });
      else if (elsewhere !== null) return setByServer(false);
      else fail();
      setAsking(false);
    } catch {
      fail();
      setAsking(false);
    } finally {
      setWorking(false);
    }
  }

  function fail(): void {
    notify({ text: t('threadDetail.unsubscribe.failed'), tone: 'danger' });
  }

  return (
    <>
      <button type="button" className={styles.link} onClick={() => setAsking(true)}>
        {t('threadDetail.unsubscribe.link')}
      </button>
      <Modal
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('threadDetail.unsubscribe.title', { sender })}
        centered
      >
        <p className={styles.text}>
          {t(byServer ? 'threadDetail.unsubscribe.text' : 'threadDetail.unsubscribe.textElsewhere')}
        </p>
        {!byServer && <p className={styles.place}>{elsewhere}</p>}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t('threadDetail.unsubscribe.keep')}
          </Button>
          <Button loading={working} onClick={() => void leave()}>
            {t('threadDetail.unsubscribe.confirm')}
          </Button>
        </Group>
      </Modal>
    </>
  );
}

function placeOf({ url, mailto }: Offer): string | null {
  if (url !== null && /^https?:/i.test(url)) return url;
  return mailto !== null && /^mailto:/i.test(mailto) ? mailto : null;
}
