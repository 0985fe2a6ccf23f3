import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { ComposeWindow } from '../../../model/compose/compose-model.ts';
import { type TypedAhead, takeKeys } from '../../../parts/keyboard/take-keys.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import type { FieldHandle } from '../recipients/use-typed-recipient.ts';
import { typeIntoLeftField } from './left-place.ts';
import { carets, openForms, takeWanted } from './open-forms.ts';

type Fields = {
  to: RefObject<FieldHandle | null>;
  subject: RefObject<FieldHandle | null>;
  editor: RefObject<MailEditorHandle | null>;
};

/**
 * Focuses the first empty field and inserts what was typed before the form was ready. Returns whether the
 * user opened the form, clicked or typed into it (CW-4): only such a message is sent by the shortcut.
 */
export function useFormStart(id: string, view: ComposeWindow | null, takesFocus: boolean, fields: Fields) {
  const { to, subject, editor } = fields;
  // Decided when the form opens; later, nothing moves the focus.
  const [start] = useState(() =>
    takesFocus
      ? startOf(carets.has(id), view?.to.length ?? 0, view?.action ?? 'new', view?.subject ?? '')
      : null,
  );
  const touched = useRef(start !== null);
  const loading = view?.loading ?? true;
  const isMini = view?.place === 'window' && view.windowState === 'mini';
  const begin = useRef((typed: TypedAhead) => {
    if (typeIntoLeftField(id, typed)) return;
    if (start !== 'to') return editor.current?.type(carets.get(id) ?? 'start', typed);
    // Typed-ahead text after a Tab was meant for the subject, and after another Tab for the text.
    const [recipients = '', title, ...body] = typed.text.split('\t');
    if (title === undefined) return to.current?.type(typed);
    to.current?.type({ text: `${recipients},`, afterCaret: 0, goesOn: false });
    if (body.length === 0) return subject.current?.type({ ...typed, text: title });
    subject.current?.type({ text: title, afterCaret: 0, goesOn: false });
    editor.current?.type('start', { ...typed, text: body.join(' ') });
  });

  useLayoutEffect(() => {
    if (loading) return undefined;
    const isWanted = takeWanted(id);
    if (isWanted) touched.current = true;
    const begins = start !== null || isWanted;
    const stop = begins ? takeKeys('message', (typed) => begin.current(typed)) : undefined;
    const view = editor;
    return () => {
      stop?.();
      // The send may be undone.
      const caret = view.current?.caret() ?? null;
      if (caret !== null) carets.set(id, caret);
    };
  }, [id, editor, loading, start]);

  // A minimised one takes no focus.
  useLayoutEffect(() => {
    if (loading || isMini) return undefined;
    const take = () => takeKeys('message', (typed) => editor.current?.type('cursor', typed));
    openForms.set(id, { take, caret: () => editor.current?.caret() ?? null });
    if (takeWanted(id)) {
      touched.current = true;
      take();
    }
    return () => void openForms.delete(id);
  }, [id, editor, loading, isMini]);

  return touched;
}

function startOf(wasWritten: boolean, recipients: number, action: string, subject: string): 'to' | 'editor' {
  if (wasWritten) return 'editor';
  if (recipients === 0) return 'to';
  return action === 'new' && subject === '' ? 'to' : 'editor';
}
