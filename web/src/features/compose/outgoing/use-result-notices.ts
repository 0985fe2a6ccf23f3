import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeEvent } from '../../../model/compose/compose-model.ts';
import { useComposeModel, useLazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { deferredWords, failureWords } from '../../../parts/sending/failure-words.ts';
import { useSessionModel } from '../../../parts/session/use-session-model.ts';
import { useNavigate } from '../../../router/router.tsx';
import { sentAddress } from './sent-address.ts';
import { usePlannedWords } from './use-planned-words.ts';

/** SD-11 to SD-13: notices about the result of a send, as the server reports it. */
export function useResultNotices(): void {
  const { t } = useTranslation();
  const model = useComposeModel();
  const mail = useMailModel();
  const session = useSessionModel();
  const lazyCompose = useLazyCompose();
  const navigate = useNavigate();
  const words = usePlannedWords();
  const planned = useRef(words);
  planned.current = words;

  useEffect(() => {
    function told(event: Extract<ComposeEvent, { kind: 'send-told' }>): void {
      const { threadId, how, nextAt, failure } = event;
      const subject = event.subject.trim() || t('threadList.noSubject');
      const view = (label: string) => ({
        label,
        run: () => void navigate(sentAddress({ how: 'send', threadId })),
      });
      if (how === 'sent') {
        notify({ text: t('sending.sent', { subject }), action: view(t('sending.view')) });
        return;
      }
      const action = view(t('sending.open'));
      if (how === 'unclear') {
        notify({ text: t('sending.unclearSubject', { subject }), tone: 'danger', seconds: 15, action });
        return;
      }
      const reason = deferredWords(t, failure);
      const text =
        nextAt === null
          ? t('sending.deferredSubject', { subject, reason })
          : t('sending.deferredUntil', { subject, reason, time: planned.current(nextAt) });
      notify({ text, seconds: 15, action });
    }

    const stopListening = model.onEvent((event) => {
      if (event.kind === 'sent-after-all') notify({ text: t('sending.onItsWay') });
      if (event.kind === 'send-told') told(event);
      if (event.kind !== 'send-failed') return;
      const { messageId, threadId, failure } = event;
      const subject = event.subject.trim() || t('threadList.noSubject');
      async function open(): Promise<void> {
        const { folder } = await mail.loadMessage(messageId);
        await navigate(`/folder/${encodeURIComponent(folder)}/${encodeURIComponent(threadId)}`);
      }
      notify({
        text: t('sending.failedSubject', { subject, reason: failureWords(t, failure) }),
        tone: 'danger',
        seconds: 15,
        action: { label: t('sending.open'), run: () => void open() },
      });
    });
    const stopTaking = lazyCompose.onSendFailed(model.takeFrame);
    const leave = session.join({
      frames: {
        sent: (data) => model.takeFrame({ event: 'sent', data }),
        failed: (data) => model.takeFrame({ event: 'failed', data }),
        changes: (data) => model.takeFrame({ event: 'changes', data }),
      },
    });
    return () => {
      leave();
      stopTaking();
      stopListening();
    };
  }, [model, session, lazyCompose, mail, navigate, t]);
}
