import { ApiError } from '@bocau/contract/client.ts';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorKey } from '../../i18n/error-words.ts';
import { useApi } from '../mailbox-context/use-api.ts';
import { notify } from '../notices/notify.ts';
import type { ActTarget } from './act-target.ts';
import { markAsSpam } from './acts.ts';
import { blockSenders, sendersToBlock } from './block-senders.ts';
import styles from './dialogs.module.css';

/** Junk mail goes to Junk; whether its senders are blocked as well is asked when any of them is not yet. */
export function SpamDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const rules = useQuery({ queryKey: ['rules'], queryFn: async () => (await api.listRules({})).data });
  const own = target.model.user()?.email ?? '';
  // What is known from before may tell of a rule that is gone by now: then nobody would be asked, or blocked.
  const isOut = rules.isError || rules.isPaused;
  const known = rules.isFetching ? undefined : (rules.data ?? (isOut ? [] : undefined));
  const senders = target.whole || !known ? [] : sendersToBlock(target.threads, known, own);
  const nothingToAsk = (target.whole !== null || known !== undefined) && senders.length === 0;

  const begun = useRef(false);
  useEffect(() => {
    if (!nothingToAsk || begun.current) return;
    begun.current = true;
    onClose();
    markAsSpam(target);
  }, [nothingToAsk, target, onClose]);

  async function block() {
    onClose();
    const blocking = blockSenders(api, senders);
    markAsSpam(
      target,
      () =>
        void blocking.then(
          (unblock) => unblock().catch(tell),
          () => undefined,
        ),
    );
    await blocking.then(() => rules.refetch(), tell);
  }

  function tell(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    notify({ text: t('acts.spam.blockFailed', { reason: t(errorKey(error)) }), tone: 'danger', seconds: 8 });
  }

  if (senders.length === 0) return null;
  return (
    <Modal opened onClose={onClose} title={t('acts.spam.title')} withCloseButton={false} centered size={460}>
      <p className={styles['text']}>{t('acts.spam.text', { count: senders.length })}</p>
      <ul className={styles['senders']}>
        {senders.map((sender) => (
          <li key={sender}>{sender}</li>
        ))}
      </ul>
      <div className={styles['choices']}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button
          variant="default"
          data-autofocus
          onClick={() => {
            onClose();
            markAsSpam(target);
          }}
        >
          {t('acts.spam.onlyMove')}
        </Button>
        <Button onClick={() => void block()}>{t('acts.spam.block')}</Button>
      </div>
    </Modal>
  );
}
