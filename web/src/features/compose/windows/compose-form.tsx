import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { RecipientField } from '../../../model/compose/compose-model.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { MailEditor, type MailEditorHandle } from '../editor/mail-editor.tsx';
import { QuotedOriginal } from '../editor/quoted-original.tsx';
import { useSendMessage } from '../outgoing/use-send-message.ts';
import { RecipientsField } from '../recipients/recipients-field.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { AwaitedFiles } from './awaited-files.tsx';
import { ComposeFooter } from './compose-footer.tsx';
import styles from './compose-form.module.css';
import { SenderLine } from './sender-line.tsx';
import { SubjectLine } from './subject-line.tsx';
import { uploadFault } from './upload-fault.ts';
import { useFileDrop } from './use-file-drop.ts';
import { WindowNotes } from './window-notes.tsx';

type Props = {
  id: string;
  editor: RefObject<MailEditorHandle | null>;
  /** In the thread: what stands at the end of the first line. */
  corner?: ReactNode;
};

/** A message that is written: the same in a window and in the thread. */
export function ComposeForm({ id, editor, corner }: Props) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const { warning_send_outside: marksOutside } = useSettings();
  const send = useSendMessage(id, editor);
  const drop = useFileDrop((files) => model.addFiles(id, files));
  // What is given when it opens decides; later nothing takes the focus away from where it is.
  const [start] = useState(() => startOf(view?.to.length ?? 0, view?.action ?? 'new', view?.subject ?? ''));
  const [asked, setAsked] = useState<RecipientField | null>(null);
  const loading = view?.loading ?? true;

  if (!view) return null;
  if (loading) {
    return (
      <p className={styles.loading} role="status">
        {t('composeWindow.loading')}
      </p>
    );
  }

  const shown = shownFields(view.shown, view.cc.length, view.bcc.length);
  const hidden = (['cc', 'bcc'] as const).filter((field) => !shown.includes(field));

  function recipients(field: RecipientField, children?: ReactNode) {
    if (!view) return null;
    return (
      <RecipientsField
        key={field}
        field={field}
        group={id}
        recipients={view[field]}
        otherFields={shown.filter((other) => other !== field)}
        marksOutside={marksOutside}
        autoFocus={(field === 'to' && start === 'to') || field === asked}
        onAdd={(text) => model.addRecipients(id, field, text)}
        onRemove={(index) => model.removeRecipient(id, field, index)}
        onMove={(from, index, to, at) => model.moveRecipient(id, from, index, to, at)}
        onTakeBack={(index) => model.takeRecipientBack(id, field, index)}
      >
        {children}
      </RecipientsField>
    );
  }

  /** From every field; the editor has the key for itself. */
  function onKeyDown(event: KeyboardEvent): void {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSend || event.defaultPrevented || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    // What is typed in the field counts as soon as the focus has left it.
    if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur();
    void send('send');
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and dropped files of all that is within
    <div
      onKeyDown={onKeyDown}
      onInput={() => view.awaitsFiles && model.stopAwaiting(id, 'edited')}
      className={styles.form}
      data-place={view.place}
      data-over={drop.over || undefined}
      {...drop.handlers}
    >
      <div className={styles.scroll} data-scroll>
        <SenderLine id={id} />
        {recipients(
          'to',
          <>
            {hidden.map((field) => (
              <button
                key={field}
                type="button"
                className={styles.more}
                aria-label={t(field === 'cc' ? 'composeWindow.showCc' : 'composeWindow.showBcc')}
                onClick={() => {
                  setAsked(field);
                  model.change(id, { shown: { ...view.shown, [field]: true } });
                }}
              >
                {t(`composeWindow.${field}`)}
              </button>
            ))}
            {corner}
          </>,
        )}
        {shown.includes('cc') && recipients('cc')}
        {shown.includes('bcc') && recipients('bcc')}
        <SubjectLine id={id} />
        <MailEditor
          ref={editor}
          value={view.body}
          revision={view.bodyRevision}
          onChange={(body) => model.change(id, { body })}
          onFiles={(files) => model.addFiles(id, files)}
          uploadImage={(file) =>
            model.uploadInlineImage(id, file).catch((error: unknown) => {
              throw new Error(uploadFault(t, error, file.name));
            })
          }
          onSend={() => void send('send')}
          {...(start === 'editor' && { autoFocus: 'start' as const })}
        />
        {view.quoted && view.quote !== null && view.answers !== null && (
          <QuotedOriginal
            answers={view.answers}
            html={view.quote}
            onEdit={(html) => {
              editor.current?.append(html);
              editor.current?.flush();
              model.change(id, { quoted: false });
            }}
            onQuoted={(quoted) => model.change(id, { quoted })}
          />
        )}
      </div>
      <div className={styles.end}>
        <AttachmentList id={id} />
        <AwaitedFiles id={id} />
        <WindowNotes id={id} />
        <ComposeFooter id={id} onSend={(kind) => void send(kind)} />
      </div>
      {drop.over && (
        <div className={styles.drop} aria-hidden>
          {t('composeWindow.dropHere')}
        </div>
      )}
    </div>
  );
}

function startOf(recipients: number, action: string, subject: string): 'to' | 'editor' {
  if (recipients === 0) return 'to';
  return action === 'new' && subject === '' ? 'to' : 'editor';
}

/** CW-8 */
function shownFields(
  chosen: { cc: boolean; bcc: boolean },
  cc: number,
  bcc: number,
): readonly RecipientField[] {
  return [
    'to',
    ...(chosen.cc || cc > 0 ? ['cc' as const] : []),
    ...(chosen.bcc || bcc > 0 ? ['bcc' as const] : []),
  ];
}
