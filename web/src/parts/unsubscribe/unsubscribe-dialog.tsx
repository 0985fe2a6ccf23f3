import type { Message } from '@bocau/contract/messages.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';
import styles from './unsubscribe-dialog.module.css';

export type Offer = NonNullable<Message['unsubscribe']>;

type Props = {
  /** Asks, until it is closed. */
  opened: boolean;
  messageId: string;
  /** Whose mail it is, in words. */
  sender: string;
  offer: Offer;
  onClose(): void;
  /** Our server has done it. */
  onDone?(): void;
  /** The sender's page, or a message to them, was opened: what becomes of it there, nobody here knows. */
  onOpened?(): void;
};

/**
 * Unsubscribes where the sender offers it: by our server if one click is enough, else on the sender's page.
 */
export function UnsubscribeDialog({ opened, messageId, sender, offer, onClose, onDone, onOpened }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [working, setWorking] = useState(false);
  const [byServer, setByServer] = useState(offer.oneClick);
  const elsewhere = placeOf(offer);
  const elsewhereWords = /^http/i.test(elsewhere ?? '') ? 'newsletters.openPage' : 'newsletters.writeToThem';

  async function leave(): Promise<void> {
    if (!byServer) {
      onClose();
      window.open(elsewhere as string, '_blank', 'noopener,noreferrer');
      onOpened?.();
      return;
    }
    setWorking(true);
    try {
      const { data } = await api.unsubscribe({ params: { id: messageId } });
      if (data.outcome === 'done') {
        notify({ text: t('threadDetail.unsubscribe.done', { sender }) });
        onDone?.();
      } else if (elsewhere !== null) return setByServer(false);
      else fail();
      onClose();
    } catch {
      fail();
      onClose();
    } finally {
      setWorking(false);
    }
  }

  function fail(): void {
    notify({ text: t('threadDetail.unsubscribe.failed'), tone: 'danger' });
  }

  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('threadDetail.unsubscribe.title', { sender })}
      withCloseButton={false}
      centered
    >
      <p className={styles.text}>
        {t(byServer ? 'threadDetail.unsubscribe.text' : 'threadDetail.unsubscribe.textElsewhere')}
      </p>
      {!byServer && <p className={styles.place}>{elsewhere}</p>}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('threadDetail.unsubscribe.keep')}
        </Button>
        <Button loading={working} onClick={() => void leave()}>
          {t(byServer ? 'threadDetail.unsubscribe.confirm' : elsewhereWords)}
        </Button>
      </Group>
    </Modal>
  );
}

/** Whether there is any way out that can be offered. */
export function canUnsubscribe(offer: Offer): boolean {
  return offer.oneClick || placeOf(offer) !== null;
}

function placeOf({ url, mailto }: Offer): string | null {
  if (url !== null && /^https?:/i.test(url)) return url;
  return mailto !== null && /^mailto:/i.test(mailto) ? mailto : null;
}
