import { DISCARDED_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconPictureInPictureOn, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { folderWords } from '../../../parts/folders/folder-names.ts';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { ComposeForm } from './compose-form.tsx';
import { isEscapeFromText } from './escape-from-text.ts';
import styles from './reply-form.module.css';
import { useFocusReturn } from './use-focus-return.ts';

type Props = { id: string; thread: ThreadWithMessages; quiet: string | null };

/** An answer that is written below the message it answers. */
export function ReplyForm({ id, thread, quiet }: Props) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const action = view?.action ?? 'reply';
  // The state on mount: saves in the meantime change nothing.
  const [takesFocus] = useState(() =>
    view?.messageId ? view.messageId !== quiet : view?.takesFocus === true,
  );
  const editor = useRef<MailEditorHandle>(null);
  const root = useRef<HTMLElement>(null);
  useFocusReturn();
  const folder = DISCARDED_FOLDERS.find((name) => thread.mailbox_name === name);

  useEffect(() => {
    if (takesFocus) root.current?.scrollIntoView({ block: 'nearest' });
  }, [takesFocus]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isEscapeFromText(event)) return;
    // Leaves the text so that the mailbox shortcuts work again; the text is kept.
    event.preventDefault();
    document.querySelector<HTMLElement>('[data-message-toggle]')?.focus();
  }

  return (
    <section
      ref={root}
      className={styles.reply}
      aria-label={t(`threadDetail.titles.${action}`)}
      data-compose={id}
      onKeyDown={onKeyDown}
    >
      {folder !== undefined && (
        <p className={styles.notice} role="note">
          {t('composeWindow.notes.foundInSent', { folder: folderWords(t, folder) })}
        </p>
      )}
      <ComposeForm
        id={id}
        editor={editor}
        takesFocus={takesFocus}
        corner={
          <>
            <ToolButton
              icon={IconPictureInPictureOn}
              size={28}
              iconSize={16}
              label={t('composeWindow.openAsWindow')}
              onClick={() => {
                editor.current?.flush();
                model.setPlace(id, 'window');
              }}
            />
            <ToolButton
              icon={IconX}
              size={28}
              iconSize={16}
              label={t('composeWindow.close')}
              onClick={() => {
                editor.current?.flush();
                void model.close(id);
              }}
            />
          </>
        }
      />
    </section>
  );
}
