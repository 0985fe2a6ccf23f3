import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { blockSenders, sendersToBlock } from '../../parts/senders/block-senders.ts';
import dialog from '../../ui/layers/choice-dialog.module.css';
import { Modal } from '../../ui/layers/modal.tsx';
import { markAsSpam } from './acts.ts';
import styles from './spam-dialog.module.css';

/** Moves junk mail to Junk, and asks whether to block its senders as well. */
export function SpamDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  return target.whole ? (
    <WholeListDialog target={target} total={target.whole.total} onClose={onClose} />
  ) : (
    <SendersDialog target={target} onClose={onClose} />
  );
}

/** The senders of a whole list are determined by the server during the job. */
function WholeListDialog(props: { target: ActTarget; total: number; onClose(): void }) {
  const { target, total, onClose } = props;
  const { t } = useTranslation();
  return (
    <Question
      title={t('acts.spam.wholeTitle', { threads: t('acts.threads', { count: total }) })}
      text={t('acts.spam.wholeText')}
      onClose={onClose}
      onMove={() => markAsSpam(target)}
      onBlock={() => markAsSpam(target, { blocking: true })}
    />
  );
}

/**
 * Moves junk mail to Junk, and asks whether to block its senders as well if any of them is not blocked yet.
 */
function SendersDialog({ target, onClose }: { target: ActTarget; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const rules = useQuery({ queryKey: ['rules'], queryFn: async () => (await api.listRules({})).data });
  const own = useOwnAddresses();
  // The cache may contain a rule that has been deleted since; its sender would then be neither asked about
  // nor blocked.
  const isOut = rules.isError || rules.isPaused;
  const known = rules.isFetching ? undefined : (rules.data ?? (isOut ? [] : undefined));
  const senders = !known ? [] : sendersToBlock(target.threads, known, own);
  const nothingToAsk = known !== undefined && senders.length === 0;

  const begun = useRef(false);
  useEffect(() => {
    if (!nothingToAsk || begun.current) return;
    begun.current = true;
    onClose();
    markAsSpam(target);
  }, [nothingToAsk, target, onClose]);

  async function block() {
    const blocking = blockSenders(api, senders);
    const afterUndo = () =>
      void blocking.then(
        (unblock) => unblock().catch(tell),
        () => undefined,
      );
    markAsSpam(target, { afterUndo });
    await blocking.then(() => rules.refetch(), tell);
  }

  function tell(error: unknown) {
    if (!(error instanceof ApiError)) throw error;
    notify({
      text: t('acts.spam.blockFailed', { reason: errorWords(t, error) }),
      tone: 'danger',
      seconds: 8,
    });
  }

  if (senders.length === 0) return null;
  return (
    <Question
      title={t('acts.spam.title', { count: senders.length })}
      text={t('acts.spam.text', { count: senders.length })}
      onClose={onClose}
      onMove={() => markAsSpam(target)}
      onBlock={() => void block()}
    >
      <ul className={styles['senders']}>
        {senders.map((sender) => (
          <li key={sender}>{sender}</li>
        ))}
      </ul>
    </Question>
  );
}

function Question(props: {
  title: string;
  text: string;
  children?: ReactNode;
  onClose(): void;
  onMove(): void;
  onBlock(): void;
}) {
  const { t } = useTranslation();
  const { onClose } = props;
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Modal opened onClose={onClose} title={props.title} withCloseButton={false} centered size={460}>
      <p className={dialog['text']}>{props.text}</p>
      {props.children}
      <div className={dialog['choices']}>
        <Button variant="subtle" color="gray" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button variant="default" data-autofocus onClick={choose(props.onMove)}>
          {t('acts.spam.onlyMove')}
        </Button>
        <Button onClick={choose(props.onBlock)}>{t('acts.spam.block')}</Button>
      </div>
    </Modal>
  );
}
