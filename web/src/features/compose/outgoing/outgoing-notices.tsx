import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import type { ComposeEvent, SentMail } from '../../../model/compose/compose-model.ts';
import { actHistory, forgetAct, recordAct, undoPast } from '../../../parts/acts/act-history.ts';
import { useCompose, useComposeModel, useLazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { dismiss, notify, showNotice } from '../../../parts/notices/notify.ts';
import { deferredWords, failureWords } from '../../../parts/sending/failure-words.ts';
import { useSessionModel } from '../../../parts/session/use-session-model.ts';
import { useNavigate } from '../../../router/router.tsx';
import { sentAddress } from './sent-address.ts';
import { usePlannedWords } from './use-planned-words.ts';
import { useTakeBackDeferred, useTellUndone, useUndoSend } from './use-undo-send.ts';

/** How a send is taken back: by its notice, and as the latest act. */
type Offer = { notice: number; act: number };

const DEFERRED_SECONDS = 10;

/** SD-10 to SD-13, SC-4, SD-19: what becomes of a message after its window has gone, with the way back while there is one. */
export function OutgoingNotices() {
  const { t } = useTranslation();
  const model = useComposeModel();
  const mail = useMailModel();
  const session = useSessionModel();
  const lazyCompose = useLazyCompose();
  const navigate = useNavigate();
  const mails = useCompose((compose) => compose.sentMails());
  const words = usePlannedWords();
  const planned = useRef(words);
  planned.current = words;
  const shown = useRef(new Map<string, Offer>());
  const deferred = useCompose((compose) => compose.deferredMails());
  const offered = useRef(new Map<string, Offer>());
  const undo = useUndoSend();
  const takeBack = useTakeBackDeferred();
  const tellUndone = useTellUndone();

  useEffect(() => {
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
      const act = recordAct({ words: () => wordsOf(sent), undo: () => undo(sent) });
      const notice = showNotice({
        text: wordsOf(sent),
        undo: () => void undoPast(act),
        // What is held is a draft still: there is nothing to look at yet.
        ...(sent.how !== 'send' && {
          action: { label: t('sending.view'), run: () => void navigate(sentAddress(sent)) },
        }),
        seconds: Math.max(1, ((sent.undoUntil ?? 0) - now()) / 1000),
      });
      shown.current.set(sent.messageId, { notice, act });
    }
    // Its time is over, also where the pointer holds the notice.
    endOffers(shown.current, (messageId) => mails.some((sent) => sent.messageId === messageId));
  }, [mails, navigate, t, undo]);

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
      },
    });
    return () => {
      leave();
      stopTaking();
      stopListening();
    };
  }, [model, session, lazyCompose, mail, navigate, t]);

  return null;
}

function endOffers(offers: Map<string, Offer>, stands: (key: string) => boolean): void {
  for (const [key, { notice, act }] of offers) {
    if (stands(key)) continue;
    dismiss(notice);
    if (actHistory.get().some(({ id, state }) => id === act && state === 'done')) forgetAct(act);
    offers.delete(key);
  }
}
