import { useRef, useState } from 'react';
import { NO_EDITS, type SignatureEdits, withoutEditsOf } from './signature-edits.ts';

type Text = SignatureEdits['texts'][string];

/** The unsaved edits; `latest` is ahead of what is rendered. */
export function useSignatureEdits() {
  const [edits, setEdits] = useState(NO_EDITS);
  const latest = useRef(edits);
  const lastAdded = useRef(0);

  // On submit the editor passes on its content before the next render.
  function change(next: (before: SignatureEdits) => SignatureEdits) {
    latest.current = next(latest.current);
    setEdits(latest.current);
  }

  function edit(id: string, text: Text) {
    change((before) => ({ ...before, texts: { ...before.texts, [id]: { ...before.texts[id], ...text } } }));
  }

  /** Returns the temporary id, which it has until it is saved. */
  function add(name: string): string {
    lastAdded.current += 1;
    const id = `new-${lastAdded.current}`;
    change((before) => ({ ...before, added: [...before.added, id] }));
    edit(id, { name });
    return id;
  }

  /**
   * Drops the saved edits; text typed since then is unsaved, and moves to the id that the signature now has.
   */
  function settle(id: string, savedId: string, written: Text | undefined) {
    change((before) => {
      const since = before.texts[id];
      const settled = withoutEditsOf(before, id);
      if (since === undefined || since === written) return settled;
      return { ...settled, texts: { ...settled.texts, [savedId]: since } };
    });
  }

  return { edits, latest, change, edit, add, settle };
}
