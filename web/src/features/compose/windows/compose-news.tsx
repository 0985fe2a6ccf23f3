import { useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeEvent, ComposeFile } from '../../../model/compose/compose-model.ts';
import { useComposeModel } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { extensionOf } from './upload-fault.ts';

/** Notices about what happened to a message without the user's doing. */
export function ComposeNews() {
  const { t } = useTranslation();
  const model = useComposeModel();

  useEffect(() => {
    function wordsOf(event: ComposeEvent): string | null {
      switch (event.kind) {
        case 'upload-failed':
          return wordsOfFile(event.file);
        case 'too-many-recipients':
          return t('composeWindow.tooManyRecipients', { most: event.most });
        case 'too-many-files':
          return t('composeWindow.tooManyFiles', { most: event.most });
        case 'draft-gone':
          if (event.because === 'removed') return t('composeWindow.draftGoneRemoved');
          if (!isOver(event)) return t('composeWindow.draftGoneSent');
          return t(
            event.because === 'sent'
              ? 'composeWindow.draftSentElsewhere'
              : 'composeWindow.draftScheduledElsewhere',
          );
        default:
          return null;
      }
    }

    function wordsOfFile({ name, uploadState, message }: ComposeFile): string {
      if (uploadState === 'too_large') return t('composeWindow.files.tooLargeNotice', { name });
      if (uploadState === 'invalid_file') {
        return t('composeWindow.files.blockedNotice', { name, extension: message ?? extensionOf(name) });
      }
      return t('composeWindow.files.failedNotice', { name });
    }

    /** Whether no unsaved work is left to decide about. */
    function isOver(event: ComposeEvent): boolean {
      return event.kind === 'draft-gone' && model.window(event.windowId) === null;
    }

    return model.onEvent((event) => {
      const text = wordsOf(event);
      if (text !== null) notify({ text, tone: isOver(event) ? 'plain' : 'danger', seconds: 8 });
    });
  }, [model, t]);

  return null;
}
