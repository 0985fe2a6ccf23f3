import { type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { templateRequest } from '../../../parts/compose/lazy-compose.ts';
import type { EditorTemplates } from '../editor/start-editor.ts';
import type { TypedQuery } from '../editor/typed-query.ts';

export type FormTemplates = {
  /** What is typed behind a slash in the text. */
  slash: TypedQuery | null;
  shown: 'pick' | 'save' | null;
  /** Something was open here before: what follows from it may still go on. */
  isUsed: boolean;
  /** Set by the list of templates while it is open. */
  keys: RefObject<(key: string) => boolean>;
  open(what: 'pick' | 'save'): void;
  close(): void;
  editor: EditorTemplates;
};

/** What of templates is open in a form: the list behind a slash, the dialog to choose one, or to make one. */
export function useFormTemplates(id: string, isReady: boolean): FormTemplates {
  const [slash, setSlash] = useState<TypedQuery | null>(null);
  const [shown, setShown] = useState<FormTemplates['shown']>(null);
  const keys = useRef<(key: string) => boolean>(() => false);
  const isUsed = useRef(false);
  if (slash || shown) isUsed.current = true;
  const asked = useSyncExternalStore(templateRequest.subscribe, templateRequest.get);

  useEffect(() => {
    if (asked !== id || !isReady) return;
    templateRequest.set(null);
    setShown('pick');
  }, [asked, id, isReady]);

  const editor = useMemo(
    (): EditorTemplates => ({
      onQuery: setSlash,
      onKey: (key) => keys.current(key),
      onPick: () => setShown('pick'),
    }),
    [],
  );
  return { slash, shown, isUsed: isUsed.current, keys, open: setShown, close: () => setShown(null), editor };
}
