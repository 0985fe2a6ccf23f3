import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { mergeRequest } from '../../../parts/merges/merge-request.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useNavigate } from '../../../router/router.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';

/**
 * Saves the message as a draft and goes on to a page of the mail merge; its window waits at the bottom. Also
 * begins one that was asked for elsewhere.
 */
export function useBeginMerge(id: string, editor: RefObject<MailEditorHandle | null>, isReady: boolean) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const navigate = useNavigate();
  const asked = useSyncExternalStore(mergeRequest.subscribe, mergeRequest.get);
  const latest = useRef(begin);
  latest.current = begin;

  async function begin(pageOf: (draftId: string) => string): Promise<void> {
    editor.current?.flush();
    await model.save(id, { evenEmpty: 'for a merge' });
    const view = model.window(id);
    if (!view?.messageId || view.unsaved) {
      notify({ text: t('merging.notSaved'), tone: 'danger' });
      return;
    }
    model.setState(id, 'mini');
    void navigate(pageOf(view.messageId));
  }

  useEffect(() => {
    if (asked !== id || !isReady) return;
    mergeRequest.set(null);
    void latest.current(pageOfNew);
  }, [asked, id, isReady]);

  return begin;
}

/** Where the table is chosen. */
export function pageOfNew(draftId: string): string {
  return `/merges/new?draft=${draftId}`;
}
