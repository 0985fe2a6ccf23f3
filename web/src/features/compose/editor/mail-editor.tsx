import type { Editor } from '@tiptap/core';
import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { beforePageGoes } from '../../../lib/page-goes.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { TypedAhead } from '../../../parts/keyboard/take-keys.ts';
import {
  appendHtml,
  type CardPlace,
  caretOf,
  createEditor,
  insertDriveFiles,
  replaceSignature,
  replaceText,
  type TypingPlace,
  typeInto,
  whenNotComposing,
  whichSignature,
} from './create-editor.ts';
import { driveCards } from './drive-cards.ts';
import type { DriveCard } from './drive-file-node.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { type Format, NO_FORMAT, readFormat } from './format.ts';
import { createImageUploads } from './image-uploads.ts';
import styles from './mail-editor.module.css';
import { takeWrittenImages, transferProps } from './pasted-files.ts';
import { isEmptyMessage, writeMailHtml } from './write-mail-html.ts';
import { createWriteOut } from './write-out.ts';

export type MailEditorHandle = {
  focus(where?: 'start' | 'end' | 'cursor'): void;
  /** At the start of a text that has just come, at a caret of before, or where the cursor is; the focus comes along. */
  type(where: TypingPlace, typed: TypedAhead): void;
  /** Null where nobody has been in the text. */
  caret(): number | null;
  /** Hands on at once what `onChange` would get later. */
  flush(): void;
  /** Below all that is written; what the quoted original becomes when it is to be edited. */
  append(html: string): void;
  /** In the place of the one that is there; null takes it away. */
  setSignature(html: string | null): void;
  /** Which of these it is; `edited` where it is none of them. */
  whichSignature(known: readonly string[]): number | 'edited' | 'none';
  /** At the cursor, as if they had been pasted. */
  addImages(files: readonly File[]): void;
  /** Links to files of the drive; false while there is no editor yet. */
  addDriveFiles(cards: readonly DriveCard[], where: CardPlace): boolean;
};

type Props = {
  ref?: Ref<MailEditorHandle>;
  /** What is there at first, and again whenever `revision` is another one. */
  value: string;
  revision?: number;
  /** HTML ready to be sent; empty when nothing is written. After a pause, when the focus leaves, and at the end. */
  onChange(html: string): void;
  /** Dropped or pasted files that are no images. */
  onFiles(files: File[]): void;
  /** Answers the `src`; rejects with an error whose message says why not. */
  uploadImage(file: File, onProgress: (percent: number) => void): Promise<string>;
  onSend(): void;
  /** Of what is written, where it is no message. */
  label?: string;
  placeholder?: string;
};

type Running = { editor: Editor; format: Store<Format>; uploads: ReturnType<typeof createImageUploads> };

/** Where a message is written. What is typed never goes through React: it lives in the editor and is handed on. */
export function MailEditor(props: Props) {
  const { ref, revision = 0 } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const taken = useRef(revision);
  /** There before what is drawn knows of it. */
  const current = useRef<Editor | null>(null);
  const flush = useRef(() => {});
  const [running, setRunning] = useState<Running | null>(null);
  const [linking, setLinking] = useState(false);
  const [said, say] = useState('');
  const label = props.label ?? t('compose.editor.label');

  useLayoutEffect(() => {
    latest.current = props;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for as long as this is shown; words of its first language
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    let editor: Editor | null = null;
    const format = createStore<Format>(NO_FORMAT);
    const uploads = createImageUploads({
      editor: () => editor,
      upload: (file, onProgress) => latest.current.uploadImage(file, onProgress),
      say,
      words: {
        uploading: (name) => t('compose.editor.imageUploading', { name }),
        done: (name) => t('compose.editor.imageUploaded', { name }),
        failed: (name, reason) => t('compose.editor.imageFailed', { name, reason }),
        retry: t('compose.editor.imageRetry'),
        remove: t('compose.editor.imageRemove'),
      },
    });
    const take = {
      images: (files: File[], at?: number) => uploads.add(files, at),
      others: (files: File[]) => latest.current.onFiles(files),
    };
    const writeOut = createWriteOut(() => {
      if (editor) latest.current.onChange(writeMailHtml(editor.state.doc));
    });
    const made = createEditor({
      element: place.current,
      html: latest.current.value,
      label,
      extensions: [uploads.extension, driveCards((name) => t('driveMail.card.remove', { name }))],
      transfer: transferProps(take),
      shortcuts: {
        'Mod-Enter': () => {
          writeOut.flush();
          latest.current.onSend();
          return true;
        },
        'Mod-k': () => {
          setLinking(true);
          return true;
        },
      },
    });
    editor = made;
    flush.current = writeOut.flush;
    const { dataset } = place.current;
    const showFormat = () => {
      dataset.empty = String(isEmptyMessage(made.state.doc));
      // Nothing else is drawn anew while an input method is writing.
      if (!made.view.composing) format.set(readFormat(made, format.get()));
    };
    made.on('transaction', ({ transaction }) => {
      showFormat();
      const came = transaction.getMeta('uiEvent');
      if (came === 'paste' || came === 'drop') takeWrittenImages(made, take);
    });
    made.on('update', writeOut.touch);
    made.on('blur', writeOut.flush);
    const stopListening = beforePageGoes(writeOut.flush);
    made.view.dom.addEventListener('compositionend', () => queueMicrotask(showFormat));
    showFormat();
    current.current = made;
    setRunning({ editor: made, format, uploads });
    return () => {
      stopListening();
      writeOut.flush();
      uploads.dispose();
      editor = null;
      current.current = null;
      made.destroy();
      setRunning(null);
    };
  }, []);

  useEffect(() => {
    if (!running || taken.current === revision) return;
    taken.current = revision;
    whenNotComposing(running.editor, () => replaceText(running.editor, latest.current.value));
  }, [running, revision]);

  useEffect(() => {
    running?.editor.view.dom.setAttribute('aria-label', label);
  }, [running, label]);

  useImperativeHandle(
    ref,
    () => ({
      focus: (where = 'end') => void running?.editor.commands.focus(where === 'cursor' ? null : where),
      type: (where, typed) => current.current && typeInto(current.current, where, typed),
      caret: () => current.current && caretOf(current.current),
      flush: () => flush.current(),
      append: (html) => running && whenNotComposing(running.editor, () => appendHtml(running.editor, html)),
      setSignature: (html) =>
        running && whenNotComposing(running.editor, () => replaceSignature(running.editor, html)),
      whichSignature: (known) => (running ? whichSignature(running.editor, known) : 'none'),
      addImages: (files) => running?.uploads.add(files),
      addDriveFiles(cards, where) {
        if (running) whenNotComposing(running.editor, () => insertDriveFiles(running.editor, cards, where));
        return running !== null;
      },
    }),
    [running],
  );

  return (
    <div className={styles.root}>
      <div
        ref={place}
        className={styles.text}
        data-placeholder={props.placeholder ?? t('compose.editor.placeholder')}
      />
      {/* Drawn above the text, and after it by Tab: who has written the subject goes on with the message. */}
      {running && (
        <EditorToolbar
          editor={running.editor}
          format={running.format}
          linking={linking}
          onLinking={setLinking}
          onImages={(files) => running.uploads.add(files)}
        />
      )}
      <div role="status" className="visually-hidden">
        {said}
      </div>
    </div>
  );
}
