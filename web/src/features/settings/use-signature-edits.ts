import { useRef, useState } from 'react';
import { NO_EDITS, type SignatureEdits, withoutEditsOf } from './signature-edits.ts';

type Text = SignatureEdits['texts'][string];

/** What is edited and not saved yet; `latest` is ahead of what is drawn. */
export function useSignatureEdits() {
  const [edits, setEdits] = useState(NO_EDITS);
  const latest = useRef(edits);
  const lastAdded = useRef(0);

  // The editor hands on what is in it as the form is sent, before this is drawn again.
  function change(next: (before: SignatureEdits) => SignatureEdits) {
    latest.current = next(latest.current);
    setEdits(latest.current);
  }

  function edit(id: string, text: Text) {
    change((before) => ({ ...before, texts: { ...before.texts, [id]: { ...before.texts[id], ...text } } }));
  }

  /** Answers the id that it has until it is saved. */
  function add(name: string): string {
    lastAdded.current += 1;
    const id = `new-${lastAdded.current}`;
    change((before) => ({ ...before, added: [...before.added, id] }));
    edit(id, { name });
    return id;
  }

  /** What was written is saved; what is written since is not, and goes on under the id that it has now. */
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
