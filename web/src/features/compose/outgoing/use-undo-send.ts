import { useCallback, useRef } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeModel, SentMail, TakeBackOutcome } from '../../../model/compose/compose-model.ts';
import type { Undoing } from '../../../parts/acts/act-history.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useLocation } from '../../../router/router.tsx';

/** Undoes a send, and notifies of the outcome. */
export function useUndoSend(): (sent: SentMail) => Promise<Undoing> {
  const model = useComposeModel();
  const tell = useTellUndone();
  return useCallback(async ({ messageId, how }) => tell(await model.undoSend(messageId, how)), [model, tell]);
}

/** The same for a send that waits for the connection. */
export function useTakeBackDeferred(): (windowId: string) => Promise<Undoing> {
  const model = useComposeModel();
  const tell = useTellUndone();
  return useCallback(async (windowId) => tell(await model.takeBackDeferred(windowId)), [model, tell]);
}

/** Notifies of the outcome of an undo. */
export function useTellUndone(): (outcome: TakeBackOutcome) => Undoing {
  const { t } = useTranslation();
  const model = useComposeModel();
  const { pathname } = useLocation();
  const at = useRef(pathname);
  at.current = pathname;
  return useCallback(
    (outcome) => {
      if (outcome.kind === 'undone') {
        openBeside(model, outcome.windowId, at.current);
        notify({ text: t('sending.undone') });
        return 'begun';
      }
      if (outcome.kind === 'unsettled') {
        notify({ text: t('sending.undoUnsettled'), seconds: 8 });
        return 'begun';
      }
      const isLate = outcome.error.code === 'not_undoable';
      const text = isLate
        ? t('sending.undoRefused')
        : t('sending.undoFailed', { reason: errorWords(t, outcome.error) });
      notify({ text, tone: 'danger', seconds: 8 });
      return isLate ? 'final' : 'failed';
    },
    [t, model],
  );
}

/** PM-9: the form of an answer is in its conversation; where that is not shown any more, it is a window. */
function openBeside(model: ComposeModel, windowId: string, pathname: string): void {
  const window = model.window(windowId);
  if (window?.place !== 'thread') return;
  const isShown = [window.threadId, window.answers].some((id) => id && pathname.includes(id));
  if (!isShown) model.setPlace(windowId, 'window');
}
