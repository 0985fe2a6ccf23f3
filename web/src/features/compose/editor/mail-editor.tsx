import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DriveCard } from '../../../parts/drive-picker/drive-card.ts';
import type { TypedAhead } from '../../../parts/keyboard/take-keys.ts';
import type { Besides } from './besides-step.ts';
import {
  appendHtml,
  type CardPlace,
  caretOf,
  hasCaret,
  insertDriveFiles,
  replaceSignature,
  replaceText,
  type TypingPlace,
  typeInto,
  whenNotComposing,
  whichSignature,
} from './create-editor.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import { insertTemplate, type TypedRange } from './insert-template.ts';
import styles from './mail-editor.module.css';
import { type EditorOutside, type RunningEditor, startEditor } from './start-editor.ts';

export type MailEditorHandle = {
  focus(where?: 'start' | 'end' | 'cursor'): void;
  /**
   * Inserts at the start of a newly loaded text, at an earlier caret, or at the cursor; sets the focus too.
   */
  type(where: TypingPlace, typed: TypedAhead): void;
  /** Null where the text never had the focus. */
  caret(): number | null;
  /** Passes on at once what `onChange` would get later. */
  flush(): void;
  /** Appends below everything else; used when the quoted original is to be edited. */
  append(html: string): void;
  /** Replaces the present signature; null removes it. */
  setSignature(html: string | null): void;
  /** The index of the present signature; `edited` where it is none of these. */
  whichSignature(known: readonly string[]): number | 'edited' | 'none';
  /** At the cursor, as if pasted. */
  addImages(files: readonly File[]): void;
  /**
   * At the cursor, in place of what was typed to find it; above everything else before there was a cursor.
   * What comes besides the text is put there with it, and undone with it.
   */
  insertTemplate(html: string, range: TypedRange | null, besides?: Besides): void;
  /** Links to files of the drive; false until there is an editor. */
  addDriveFiles(cards: readonly DriveCard[], where: CardPlace): boolean;
};

type Props = EditorOutside & {
  ref?: Ref<MailEditorHandle>;
  /** A new revision makes the editor show `value` again. */
  revision?: number;
  /** The accessible name of what is written, where it is not a message. */
  label?: string;
  placeholder?: string;
};

/** The editor of a message. Typed text bypasses React: it lives in the editor, which passes it on. */
export function MailEditor(props: Props) {
  const { ref, revision = 0 } = props;
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const taken = useRef(revision);
  /** Set before the rendered components know of it. */
  const current = useRef<RunningEditor | null>(null);
  const [running, setRunning] = useState<RunningEditor | null>(null);
  const [linking, setLinking] = useState(false);
  const [said, say] = useState('');
  const label = props.label ?? t('compose.editor.label');

  useLayoutEffect(() => {
    latest.current = props;
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one editor for the component's lifetime, in the language of its first render
  useLayoutEffect(() => {
    if (!place.current) return undefined;
    const outside = () => latest.current;
    const onLink = () => setLinking(true);
    const started = startEditor({ element: place.current, label, t, outside, say, onLink });
    current.current = started;
    setRunning(started);
    return () => {
      started.stop();
      current.current = null;
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
      type: (where, typed) => current.current && typeInto(current.current.editor, where, typed),
      caret: () => current.current && caretOf(current.current.editor),
      flush: () => current.current?.flush(),
      append: (html) => running && whenNotComposing(running.editor, () => appendHtml(running.editor, html)),
      setSignature: (html) =>
        running && whenNotComposing(running.editor, () => replaceSignature(running.editor, html)),
      whichSignature: (known) => (running ? whichSignature(running.editor, known) : 'none'),
      addImages: (files) => running?.uploads.add(files),
      insertTemplate(html, range, besides) {
        const { editor } = current.current ?? {};
        if (!editor) return;
        whenNotComposing(editor, () =>
          insertTemplate(editor, html, { range, atStart: !hasCaret(editor) }, besides),
        );
      },
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
      {/* Shown above the text, but after it in tab order: after the subject, Tab leads to the text. */}
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
