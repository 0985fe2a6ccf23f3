import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { ComposeWindow, RecipientField } from '../../../model/compose/compose-model.ts';
import { useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { type TypedAhead, takeKeys } from '../../../parts/keyboard/take-keys.ts';
import { useMailbox } from '../../../parts/mailbox/use-mailbox.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { LargeFiles } from '../drive/large-files.tsx';
import { MailEditor, type MailEditorHandle } from '../editor/mail-editor.tsx';
import { QuotedOriginal } from '../editor/quoted-original.tsx';
import { useSendMessage } from '../outgoing/use-send-message.ts';
import { type FieldHandle, RecipientsField } from '../recipients/recipients-field.tsx';
import { AttachmentList } from './attachment-list.tsx';
import { AwaitedFiles } from './awaited-files.tsx';
import { ComposeFooter } from './compose-footer.tsx';
import styles from './compose-form.module.css';
import { carets, openForms, takeWanted } from './open-forms.ts';
import { SenderLine } from './sender-line.tsx';
import { SignatureMenu } from './signature-menu.tsx';
import { SubjectLine } from './subject-line.tsx';
import { uploadFault } from './upload-fault.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useSignature } from './use-signature.ts';
import { WindowNotes } from './window-notes.tsx';

const FIELDS = ['to', 'cc', 'bcc'] as const;
const DrivePicker = lazyPart(async () => (await import('../drive/drive-picker.tsx')).DrivePicker, 'last');

type Props = {
  id: string;
  editor: RefObject<MailEditorHandle | null>;
  takesFocus: boolean;
  /** In the thread: what stands at the end of the first line. */
  corner?: ReactNode;
};

/** A message that is written: the same in a window and in the thread. */
export function ComposeForm({ id, editor, takesFocus, corner }: Props) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const view = useComposeWindow(id);
  const { warning_send_outside: marksOutside } = useSettings();
  const hasDrive = useMailbox((mail) => mail.user())?.enable_drive ?? false;
  const [picking, setPicking] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  // What is wrong with the recipients is told once sending was tried, and until it is put right.
  const [tellsFaults, setTellsFaults] = useState(false);
  const send = useSendMessage(id, editor, () => {
    setTellsFaults(true);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  });
  const chooseSignature = useSignature(id, editor);
  const drop = useFileDrop((files) => model.addFiles(id, files));
  // What is given when it opens decides; later nothing takes the focus away from where it is.
  const [start] = useState(() =>
    takesFocus
      ? startOf(carets.has(id), view?.to.length ?? 0, view?.action ?? 'new', view?.subject ?? '')
      : null,
  );
  const [asked, setAsked] = useState<RecipientField | null>(null);
  // CW-4: by the key only what a person opened, clicked or typed into is sent.
  const touched = useRef(start !== null);
  const loading = view?.loading ?? true;
  const to = useRef<FieldHandle>(null);
  const subject = useRef<FieldHandle>(null);
  const begin = useRef((typed: TypedAhead) => {
    if (start !== 'to') return editor.current?.type(carets.get(id) ?? 'start', typed);
    // After a Tab it was meant for the subject, and after the next for the text.
    const [recipients = '', title, ...body] = typed.text.split('\t');
    if (title === undefined) return to.current?.type(typed);
    to.current?.type({ text: `${recipients},`, afterCaret: 0, goesOn: false });
    if (body.length === 0) return subject.current?.type({ ...typed, text: title });
    subject.current?.type({ text: title, afterCaret: 0, goesOn: false });
    editor.current?.type('start', { ...typed, text: body.join(' ') });
  });
  const isAddressed = view !== null && FIELDS.every((field) => !faultOf(field, view));
  if (tellsFaults && isAddressed) setTellsFaults(false);

  useLayoutEffect(() => {
    if (loading) return undefined;
    const isWanted = takeWanted(id);
    if (isWanted) touched.current = true;
    const begins = start !== null || isWanted;
    const stop = begins ? takeKeys('message', (typed) => begin.current(typed)) : undefined;
    const view = editor;
    openForms.set(id, () => takeKeys('message', (typed) => editor.current?.type('cursor', typed)));
    return () => {
      stop?.();
      openForms.delete(id);
      // A message that was sent may be taken back.
      const caret = view.current?.caret() ?? null;
      if (caret !== null) carets.set(id, caret);
    };
  }, [id, editor, loading, start]);

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

  /** Under which field it is told: where the addresses stand that are none, and "To" where there is no recipient. */
  function words(field: RecipientField): string | null {
    const fault = view && tellsFaults ? faultOf(field, view) : null;
    if (!fault) return null;
    if (fault.kind === 'nobody') return t('sending.failures.no_receiver');
    return t('sending.blocks.invalid', { emails: fault.emails.join(', ') });
  }

  function recipients(field: RecipientField, children?: ReactNode) {
    if (!view) return null;
    const fault = words(field);
    const faultId = `${id}-${field}-fault`;
    return (
      <Fragment key={field}>
        <RecipientsField
          field={field}
          group={id}
          recipients={view[field]}
          otherFields={shown.filter((other) => other !== field)}
          marksOutside={marksOutside}
          {...(field === 'to' && { ref: to })}
          autoFocus={field === asked}
          faultId={fault === null ? undefined : faultId}
          onAdd={(text) => model.addRecipients(id, field, text)}
          onRemove={(index) => model.removeRecipient(id, field, index)}
          onMove={(from, index, to, at) => model.moveRecipient(id, from, index, to, at)}
          onTakeBack={(index) => model.takeRecipientBack(id, field, index)}
        >
          {children}
        </RecipientsField>
        {fault !== null && (
          <p id={faultId} className={styles.fault}>
            {fault}
          </p>
        )}
      </Fragment>
    );
  }

  /** Before the editor, which has the key for itself. */
  function onKeyDownCapture(event: KeyboardEvent): void {
    if (!isSendKey(event)) {
      if (!MODIFIERS.has(event.key)) touched.current = true;
    } else if (event.repeat || !touched.current) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** From every field. */
  function onKeyDown(event: KeyboardEvent): void {
    const { currentTarget, target } = event;
    if (!isSendKey(event) || event.defaultPrevented || !currentTarget.contains(target as Node)) return;
    event.preventDefault();
    const field = document.activeElement;
    if (field instanceof HTMLInputElement) {
      // What is typed in the field counts as soon as the focus has left it.
      field.blur();
      field.focus({ preventScroll: true });
    }
    void send('send');
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and dropped files of all that is within
    <div
      ref={root}
      onPointerDownCapture={() => {
        touched.current = true;
      }}
      onKeyDownCapture={onKeyDownCapture}
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
        <SubjectLine id={id} ref={subject} />
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
        {hasDrive && <LargeFiles id={id} editor={editor} />}
        <AwaitedFiles id={id} />
        <WindowNotes id={id} />
        <ComposeFooter
          id={id}
          onSend={(kind) => void send(kind)}
          onDrive={hasDrive ? () => setPicking(true) : undefined}
          onAttached={() => editor.current?.focus('cursor')}
          signature={<SignatureMenu editor={editor} onChoose={chooseSignature} />}
        />
      </div>
      {picking && (
        <Suspense fallback={null}>
          <DrivePicker
            attachedBytes={view.attachmentFiles.reduce((sum, { size }) => sum + size, 0)}
            onLinks={(cards) => {
              editor.current?.addDriveFiles(cards, 'cursor');
              editor.current?.focus('cursor');
            }}
            onAttach={(files) => {
              model.addStoredFiles(id, files);
              editor.current?.focus('cursor');
            }}
            onClose={() => setPicking(false)}
          />
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

const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt']);

function isSendKey({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey);
}

function startOf(wasWritten: boolean, recipients: number, action: string, subject: string): 'to' | 'editor' {
  if (wasWritten) return 'editor';
  if (recipients === 0) return 'to';
  return action === 'new' && subject === '' ? 'to' : 'editor';
}

function faultOf(
  field: RecipientField,
  view: ComposeWindow,
): { kind: 'nobody' } | { kind: 'invalid'; emails: string[] } | null {
  const wrong = view[field].filter(({ valid }) => !valid).map(({ email }) => email);
  if (wrong.length > 0) return { kind: 'invalid', emails: wrong };
  return field === 'to' && FIELDS.every((other) => view[other].length === 0) ? { kind: 'nobody' } : null;
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
