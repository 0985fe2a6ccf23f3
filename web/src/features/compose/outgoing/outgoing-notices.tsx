import { useEffect, useRef } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import type { ComposeEvent, SentMail } from '../../../model/compose/compose-model.ts';
import { useCompose, useComposeModel, useLazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { dismiss, notify, showNotice } from '../../../parts/notices/notify.ts';
import { failureWords, putOffWords } from '../../../parts/sending/failure-words.ts';
import { useNavigate } from '../../../router/router.tsx';
import { sentAddress } from './sent-address.ts';
import { usePlannedWords } from './use-planned-words.ts';

/** SD-10 to SD-13, SC-4, SD-19: what becomes of a message after its window has gone, with the way back while there is one. */
export function OutgoingNotices() {
  const { t } = useTranslation();
  const model = useComposeModel();
  const mail = useMailModel();
  const lazyCompose = useLazyCompose();
  const navigate = useNavigate();
  const mails = useCompose((compose) => compose.sentMails());
  const words = usePlannedWords();
  const planned = useRef(words);
  planned.current = words;
  const shown = useRef(new Map<string, number>());

  useEffect(() => {
    async function undo({ messageId, how }: SentMail): Promise<void> {
      const outcome = await model.undoSend(messageId, how);
      if (outcome.kind === 'undone') return notify({ text: t('sending.undone') });
      const text =
        outcome.error.code === 'not_undoable'
          ? t('sending.undoRefused')
          : t('sending.undoFailed', { reason: errorWords(t, outcome.error) });
      notify({ text, tone: 'danger', seconds: 8 });
    }

    function wordsOf({ how, message }: SentMail): string {
      const first = message.period?.next_dates[0];
      if (how === 'schedule' && message.intended_time !== null) {
        return t('sending.scheduled', { time: planned.current(message.intended_time) });
      }
      if (how === 'period' && first !== undefined)
        return t('sending.periodic', { time: planned.current(first) });
      return t('sending.onItsWay');
    }

    for (const sent of mails) {
      if (shown.current.has(sent.messageId)) continue;
      const notice = showNotice({
        text: wordsOf(sent),
        undo: () => void undo(sent),
        // What is held is a draft still: there is nothing to look at yet.
        ...(sent.how !== 'send' && {
          action: { label: t('sending.view'), run: () => void navigate(sentAddress(sent)) },
        }),
        seconds: Math.max(1, ((sent.undoUntil ?? 0) - now()) / 1000),
      });
      shown.current.set(sent.messageId, notice);
    }
    // Its time is over, also where the pointer holds the notice.
    for (const [messageId, notice] of shown.current) {
      if (mails.some((sent) => sent.messageId === messageId)) continue;
      dismiss(notice);
      shown.current.delete(messageId);
    }
  }, [mails, model, navigate, t]);

  useEffect(() => {
    function told(event: Extract<ComposeEvent, { kind: 'send-told' }>): void {
      const { threadId, how, nextAt, failure } = event;
      const subject = event.subject.trim() || t('threadList.noSubject');
      const view = (label: string) => ({
        label,
        run: () => void navigate(sentAddress({ how: 'send', threadId })),
      });
      if (how === 'sent') {
        notify({ text: t('sending.sent'), action: view(t('sending.view')) });
        return;
      }
      const action = view(t('sending.open'));
      if (how === 'unclear') {
        notify({ text: t('sending.unclearSubject', { subject }), tone: 'danger', seconds: 15, action });
        return;
      }
      const reason = putOffWords(t, failure);
      const text =
        nextAt === null
          ? t('sending.putOffSubject', { subject, reason })
          : t('sending.putOffUntil', { subject, reason, time: planned.current(nextAt) });
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
    const stopFrames = lazyCompose.onFrame((frame) => {
      if (frame.event !== 'send_mail_failed') model.takeFrame(frame);
    });
    return () => {
      stopFrames();
      stopTaking();
      stopListening();
    };
  }, [model, lazyCompose, mail, navigate, t]);

  return null;
}
