import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { canBeMerged } from '../../../parts/merges/merge-request.ts';
import { useMergeOfDraft } from '../../../parts/merges/use-merges.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LargeFiles } from '../drive/large-files.tsx';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import { MergeLine } from '../merge/merge-line.tsx';
import { pageOfNew, useBeginMerge } from '../merge/use-begin-merge.ts';
import { useMergeFields } from '../merge/use-merge-fields.ts';
import { useSendMessage } from '../outgoing/use-send-message.ts';
import type { FieldHandle } from '../recipients/use-typed-recipient.ts';
import { TemplateLayers } from '../templates/template-layers.tsx';
import { TemplateMenu } from '../templates/template-menu.tsx';
import { useFormTemplates } from '../templates/use-form-templates.ts';
import { AttachmentList } from './attachment-list.tsx';
import { AwaitedFiles } from './awaited-files.tsx';
import { ComposeFooter, isAnswer } from './compose-footer.tsx';
import styles from './compose-form.module.css';
import { FollowUpLine } from './follow-up-line.tsx';
import { MessageText } from './message-text.tsx';
import { RecipientLines } from './recipient-lines.tsx';
import { SenderLine } from './sender-line.tsx';
import { SignatureMenu } from './signature-menu.tsx';
import { type SubjectHandle, SubjectLine } from './subject-line.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useFormStart } from './use-form-start.ts';
import { useRecipientFaults } from './use-recipient-faults.ts';
import { useSendKey } from './use-send-key.ts';
import { useSignature } from './use-signature.ts';
import { WindowNotes } from './window-notes.tsx';

const DrivePicker = lazyPart(
  async () => (await import('../../../parts/drive-picker/drive-picker.tsx')).DrivePicker,
  'last',
);

type Props = {
  id: string;
  editor: RefObject<MailEditorHandle | null>;
  takesFocus: boolean;
  /** In the thread: the content at the end of the first line. */
  corner?: ReactNode;
};

/** The form of a message: the same in a window and in the thread. */
export function ComposeForm({ id, editor, takesFocus, corner }: Props) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const hasDrive = useSessionState((session) => session.user())?.enable_drive ?? false;
  const [picking, setPicking] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const to = useRef<FieldHandle>(null);
  const subject = useRef<SubjectHandle>(null);
  const faults = useRecipientFaults(view);
  const send = useSendMessage(id, editor, () => {
    faults.tell();
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  });
  const chooseSignature = useSignature(id, editor);
  const templates = useFormTemplates(id, view !== null && !view.loading);
  const drop = useFileDrop((files) => model.addFiles(id, files));
  const touched = useFormStart(id, view, takesFocus, { to, subject, editor });
  const merge = useMergeOfDraft(view?.messageId ?? null);
  const fields = useMergeFields(merge, editor, subject);
  const beginMerge = useBeginMerge(id, editor, view !== null && !view.loading);
  const review = merge && (() => void beginMerge(() => `/merges/${merge.id}?step=check`));
  const sendNow = review ?? (() => void send('send'));
  const sendKey = useSendKey(touched, {
    send: sendNow,
    archive: view && isAnswer(view) && !merge ? () => void send('archive') : null,
  });

  if (!view) return null;
  if (view.loading) {
    return (
      <p className={styles.loading} role="status">
        {t('composeWindow.loading')}
      </p>
    );
  }
  return (
    <div
      ref={root}
      {...sendKey}
      onInput={() => view.awaitsFiles && model.stopAwaiting(id, 'edited')}
      className={styles.form}
      data-place={view.place}
      data-over={drop.over || undefined}
      {...drop.handlers}
    >
      <div className={styles.scroll} data-scroll onFocusCapture={({ target }) => fields.noteFocus(target)}>
        <SenderLine id={id} />
        {merge ? (
          <MergeLine merge={merge} fields={fields} view={view} />
        ) : (
          <RecipientLines view={view} ref={to} faultOf={faults.words} corner={corner} />
        )}
        <SubjectLine id={id} ref={subject} fields={fields.listeners?.subject} />
        <MessageText
          view={view}
          editor={editor}
          onSend={sendNow}
          templates={templates.editor}
          fields={fields.listeners?.text}
        />
        {!merge && <FollowUpLine view={view} onPressed={() => editor.current?.focus('cursor')} />}
      </div>
      <div className={styles.end}>
        <AttachmentList id={id} />
        {hasDrive && <LargeFiles id={id} editor={editor} />}
        <AwaitedFiles id={id} />
        <WindowNotes id={id} />
        <ComposeFooter
          id={id}
          onSend={(kind) => void send(kind)}
          onDrive={hasDrive ? () => setPicking(true) : undefined}
          onChosen={() => editor.current?.focus('cursor')}
          onMerge={canBeMerged(view) ? () => void beginMerge(pageOfNew) : undefined}
          onReview={review ?? undefined}
          signature={
            <>
              <SignatureMenu editor={editor} onChoose={chooseSignature} />
              <TemplateMenu onPick={() => templates.open('pick')} onSave={() => templates.open('save')} />
            </>
          }
        />
      </div>
      {templates.isUsed && <TemplateLayers view={view} editor={editor} templates={templates} />}
      {picking && (
        <Suspense fallback={null}>
          <FilesOfDrive view={view} editor={editor} onClose={() => setPicking(false)} />
        </Suspense>
      )}
      {drop.over && (
        <div className={styles.drop} aria-hidden>
          {t('composeWindow.dropHere')}
        </div>
      )}
    </div>
  );
}

type FilesOfDriveProps = {
  view: ComposeWindow;
  editor: RefObject<MailEditorHandle | null>;
  onClose(): void;
};

/** Picked files are inserted at the cursor, and typing continues after them. */
function FilesOfDrive({ view, editor, onClose }: FilesOfDriveProps) {
  const model = useComposeModel();
  return (
    <DrivePicker
      attachedBytes={view.attachmentFiles.reduce((sum, { size }) => sum + size, 0)}
      onLinks={(cards) => {
        editor.current?.addDriveFiles(cards, 'cursor');
        editor.current?.focus('cursor');
      }}
      onAttach={(files) => {
        model.addStoredFiles(view.id, files);
        editor.current?.focus('cursor');
      }}
      onClose={onClose}
    />
  );
}
