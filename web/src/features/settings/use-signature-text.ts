import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MailEditorHandle } from '../compose/editor/mail-editor.tsx';

export type SignatureText = {
  editor: RefObject<MailEditorHandle | null>;
  /** Another one whenever the editor is to show another text than the one that is written in it. */
  revision: number;
  /** ST-11: what could not be saved, which the editor shows no longer. */
  refused: string | null;
  refuse(text: string): void;
  forget(): void;
  /** Shows the text that `choose` was given, in place of what is in the editor. */
  replace(): void;
};

/** What the editor of the signature shows: what is written there, and what another tab saved while nothing is. */
export function useSignatureText(saved: string, written: string | undefined): SignatureText {
  const editor = useRef<MailEditorHandle>(null);
  const [revision, setRevision] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const shown = useRef(saved);

  useEffect(() => {
    if (written !== undefined) {
      shown.current = written;
    } else if (shown.current !== saved) {
      shown.current = saved;
      setRevision((before) => before + 1);
    }
  }, [saved, written]);

  const replace = () => setRevision((before) => before + 1);
  return {
    editor,
    revision,
    refused,
    refuse(text) {
      setRefused(text);
      replace();
    },
    forget: () => setRefused(null),
    replace,
  };
}
