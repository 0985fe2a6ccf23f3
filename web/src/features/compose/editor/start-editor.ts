import type { Editor } from '@tiptap/core';
import type { Say } from '../../../i18n/say.ts';
import { beforePageGoes } from '../../../lib/page-goes.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { runBesides } from './besides-step.ts';
import { createEditor } from './create-editor.ts';
import { driveCards } from './drive-cards.ts';
import { type Format, NO_FORMAT, readFormat } from './format.ts';
import { createImageUploads } from './image-uploads.ts';
import { dropTemplateImages, takeWrittenImages, transferProps } from './pasted-files.ts';
import { type TypedQuery, typedQuery } from './typed-query.ts';
import { isEmptyMessage, writeMailHtml } from './write-mail-html.ts';
import { createWriteOut } from './write-out.ts';

/** The editor's source of text, and the receiver of its changes. */
export type EditorOutside = {
  /** The initial text. */
  value: string;
  /** HTML ready to be sent; empty when nothing is written. Called after a pause, on blur, and at the end. */
  onChange(html: string): void;
  /** Dropped or pasted files that are not images. */
  onFiles(files: File[]): void;
  /** Resolves to the `src`; rejects with an error whose message gives the reason. */
  uploadImage(file: File, onProgress: (percent: number) => void): Promise<string>;
  onSend(): void;
  /** Omitted where templates are not inserted. */
  templates?: EditorTemplates;
  /** Omitted where no columns of a table are inserted. */
  fields?: QueryListener | undefined;
};

export type QueryListener = {
  /** TE-14: what is typed behind the sign; null: nothing any more. */
  onQuery(query: TypedQuery | null): void;
  /** Whether the open list took the key. */
  onKey(key: string): boolean;
};

export type EditorTemplates = QueryListener & {
  /** The shortcut for a template was pressed. */
  onPick(): void;
};

export type RunningEditor = {
  editor: Editor;
  format: Store<Format>;
  uploads: ReturnType<typeof createImageUploads>;
  /** Passes on at once what `onChange` would get later. */
  flush(): void;
  stop(): void;
};

type Given = {
  element: HTMLElement;
  label: string;
  t: Say;
  /** The surroundings at the time of the call. */
  outside(): EditorOutside;
  /** Announces something to screen readers. */
  say(words: string): void;
  /** The shortcut for a link was pressed. */
  onLink(): void;
};

/** An editor in an element, connected to its surroundings until it is stopped. */
export function startEditor({ element, label, t, outside, say, onLink }: Given): RunningEditor {
  let running: Editor | null = null;
  const format = createStore<Format>(NO_FORMAT);
  const uploads = createImageUploads({
    editor: () => running,
    upload: (file, onProgress) => outside().uploadImage(file, onProgress),
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
    others: (files: File[]) => outside().onFiles(files),
  };
  const writeOut = createWriteOut(() => {
    if (running) outside().onChange(writeMailHtml(running.state.doc));
  });
  const editor = createEditor({
    element,
    html: outside().value,
    label,
    extensions: [
      uploads.extension,
      driveCards((name) => t('driveMail.card.remove', { name })),
      typedQuery('/', () => outside().templates ?? null),
      typedQuery('{', () => outside().fields ?? null),
    ],
    transfer: transferProps(take),
    shortcuts: {
      'Mod-Enter': () => {
        writeOut.flush();
        outside().onSend();
        return true;
      },
      'Mod-/': () => {
        outside().templates?.onPick();
        return outside().templates !== undefined;
      },
      'Mod-k': () => {
        onLink();
        return true;
      },
    },
  });
  running = editor;

  function showFormat(): void {
    element.dataset.empty = String(isEmptyMessage(editor.state.doc));
    // Nothing is rendered during an IME composition.
    if (!editor.view.composing) format.set(readFormat(editor, format.get()));
  }
  editor.on('transaction', ({ transaction }) => {
    showFormat();
    const came = transaction.getMeta('uiEvent');
    if (came !== 'paste' && came !== 'drop') return;
    takeWrittenImages(editor, take);
    // Templates are inserted into messages alone.
    if (outside().templates) dropTemplateImages(editor);
  });
  runBesides(editor);
  editor.on('update', writeOut.touch);
  editor.on('blur', writeOut.flush);
  const stopListening = beforePageGoes(writeOut.flush);
  editor.view.dom.addEventListener('compositionend', () => queueMicrotask(showFormat));
  showFormat();

  return {
    editor,
    format,
    uploads,
    flush: writeOut.flush,
    stop() {
      stopListening();
      writeOut.flush();
      uploads.dispose();
      running = null;
      editor.destroy();
    },
  };
}
