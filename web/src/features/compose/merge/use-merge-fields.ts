import type { Merge, MergeColumn } from '@bocau/contract/merges.ts';
import { type RefObject, useMemo, useRef, useState } from 'react';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';
import type { QueryListener } from '../editor/start-editor.ts';
import type { TypedQuery } from '../editor/typed-query.ts';
import type { SubjectHandle } from '../windows/subject-line.tsx';

type Place = 'subject' | 'text';

export type MergeFields = ReturnType<typeof useMergeFields>;

/** The columns of a merge's table, to be inserted into the subject or the text of its message. */
export function useMergeFields(
  merge: Merge | null,
  editor: RefObject<MailEditorHandle | null>,
  subject: RefObject<SubjectHandle | null>,
) {
  const [typed, setTyped] = useState<{ place: Place; query: TypedQuery } | null>(null);
  const latest = useRef<Place>('text');
  const keys = useRef<(key: string) => boolean>(() => false);
  const listeners = useMemo(() => {
    const listenerOf = (place: Place): QueryListener => ({
      onQuery(query) {
        latest.current = place;
        setTyped((before) => (query ? { place, query } : before?.place === place ? null : before));
      },
      onKey: (key) => keys.current(key),
    });
    return { text: listenerOf('text'), subject: listenerOf('subject') };
  }, []);

  /** In place of what was typed to find it, or at the caret of the field that had the focus last. */
  function insert({ field }: MergeColumn, at: { place: Place; query: TypedQuery } | null): void {
    const place = at?.place ?? latest.current;
    const range = at && { from: at.query.from, to: at.query.to };
    setTyped(null);
    if (place === 'subject') {
      subject.current?.insert(`{${field}}`, range);
      return;
    }
    // The name of a field has letters, digits, blanks and hyphens only.
    editor.current?.insertTemplate(`<p>{${field}}</p>`, range);
    editor.current?.focus('cursor');
    editor.current?.flush();
  }

  return {
    ...{ columns: merge?.columns ?? [], typed, keys, insert },
    listeners: merge ? listeners : null,
    /** The recipients being in the table, the subject is the only input. */
    noteFocus(target: EventTarget) {
      if (target instanceof HTMLInputElement) latest.current = 'subject';
      else if (target instanceof HTMLElement && target.isContentEditable) latest.current = 'text';
    },
  };
}
