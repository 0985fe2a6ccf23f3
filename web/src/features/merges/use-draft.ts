import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ComposeModel, ComposeWindow } from '../../model/compose/compose-model.ts';
import { useLazyCompose, useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { focusForm } from '../compose/windows/open-forms.ts';
import { faultWords } from './merge-words.ts';

const windowOf = (model: ComposeModel | null, draft: string | null): ComposeWindow | undefined =>
  model?.windows().find(({ messageId }) => messageId !== null && messageId === draft);

/** The draft of a merge, which is written in a window of its own. */
export function useDraft(draft: string | null, onSaved: () => void) {
  const { t } = useTranslation();
  const mail = useMailModel();
  const compose = useLazyCompose();
  const withCompose = useWithCompose();
  const [latest] = useState({ onSaved });
  latest.onSaved = onSaved;

  useEffect(() => {
    let unsaved = windowOf(compose.model(), draft)?.unsaved ?? false;
    let stop = () => {};
    const look = () => {
      const was = unsaved;
      unsaved = windowOf(compose.model(), draft)?.unsaved ?? false;
      if (was && !unsaved) latest.onSaved();
    };
    const listen = () => {
      stop();
      stop = compose.model()?.subscribe(look) ?? (() => {});
    };
    listen();
    const stopLoading = compose.subscribe(listen);
    return () => {
      stopLoading();
      stop();
    };
  }, [compose, draft, latest]);

  return {
    /** Opens its window, restores it, or goes on in it where it lies over the page. */
    edit(): void {
      withCompose(async (model) => {
        const open = windowOf(model, draft);
        if (open) {
          if (open.windowState === 'mini') model.toggle(open.id);
          focusForm(open.id);
          return;
        }
        if (draft === null) return;
        try {
          const message = await mail.loadMessage(draft);
          const opened = message && model.openDraft(message, 'window');
          // What was pressed leads to the text, and not to who gets it.
          if (opened) focusForm(opened);
        } catch (error) {
          notify({ text: t('merges.text.notOpened', { reason: faultWords(t, error) }), tone: 'danger' });
        }
      });
    },
    /** What is written in its window is at the server then. */
    async save(): Promise<void> {
      const model = compose.model();
      const open = windowOf(model, draft);
      if (model && open?.unsaved) await model.save(open.id);
    },
    /** Nothing that is written after the start would be sent. */
    close(): void {
      const model = compose.model();
      const open = windowOf(model, draft);
      if (model && open) void model.close(open.id);
    },
  };
}
