import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { recordAct, undoPast } from '../../../parts/acts/act-history.ts';
import { useCompose, useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { notify, showNotice } from '../../../parts/notices/notify.ts';
import { failureWords } from '../../../parts/sending/failure-words.ts';
import { endOffers, type UndoOffers } from './undo-offers.ts';
import { useTakeBackDeferred, useTellUndone } from './use-undo-send.ts';

const DEFERRED_SECONDS = 10;

/** SD-19: notices about a send that waits for the network, how to undo it, and its end. */
export function useDeferredNotices(): void {
  const { t } = useTranslation();
  const model = useComposeModel();
  const deferred = useCompose((compose) => compose.deferredMails());
  const offered = useRef<UndoOffers>(new Map());
  const takeBack = useTakeBackDeferred();
  const tellUndone = useTellUndone();

  useEffect(() => {
    const stopListening = model.onEvent((event) => {
      if (event.kind === 'send-deferred') {
        const { windowId: id, because } = event;
        const act = recordAct({ words: () => t('sending.offline.waiting'), undo: () => takeBack(id) });
        const text = t(`sending.offline.${because}`);
        const notice = showNotice({ text, undo: () => void undoPast(act), seconds: DEFERRED_SECONDS });
        offered.current.set(id, { notice, act });
      }
      if (event.kind === 'deferred-opened') tellUndone(event.outcome);
      if (event.kind !== 'deferred-stopped') return;
      const subject = event.subject.trim() || t('threadList.noSubject');
      const text = event.failure
        ? t('sending.offline.failed', { subject, reason: failureWords(t, event.failure) })
        : t('sending.offline.stopped', { subject });
      const open = () => model.setPlace(event.windowId, 'window');
      notify({ text, tone: 'danger', seconds: 15, action: { label: t('sending.open'), run: open } });
    });
    return stopListening;
  }, [model, t, takeBack, tellUndone]);

  useEffect(() => {
    endOffers(offered.current, (id) => deferred.some(({ windowId }) => windowId === id));
  }, [deferred]);
}
