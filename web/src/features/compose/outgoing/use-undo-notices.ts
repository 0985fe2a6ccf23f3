import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import type { SentMail } from '../../../model/compose/compose-model.ts';
import { recordAct, undoPast } from '../../../parts/acts/act-history.ts';
import { useCompose } from '../../../parts/compose/lazy-compose.ts';
import { showNotice } from '../../../parts/notices/notify.ts';
import { useNavigate } from '../../../router/router.tsx';
import { sentAddress } from './sent-address.ts';
import { endOffers, type UndoOffers } from './undo-offers.ts';
import { usePlannedWords } from './use-planned-words.ts';
import { useUndoSend } from './use-undo-send.ts';

/** SD-10, SC-4: confirms that a message was sent or scheduled, with undo for as long as that is possible. */
export function useUndoNotices(): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mails = useCompose((compose) => compose.sentMails());
  const words = usePlannedWords();
  const planned = useRef(words);
  planned.current = words;
  const shown = useRef<UndoOffers>(new Map());
  const undo = useUndoSend();

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
        // During the undo delay the message is still a draft: there is nothing to show yet.
        ...(sent.how !== 'send' && {
          action: { label: t('sending.view'), run: () => void navigate(sentAddress(sent)) },
        }),
        seconds: Math.max(1, ((sent.undoUntil ?? 0) - now()) / 1000),
      });
      shown.current.set(sent.messageId, { notice, act });
    }
    endOffers(shown.current, (messageId) => mails.some((sent) => sent.messageId === messageId));
  }, [mails, navigate, t, undo]);
}
