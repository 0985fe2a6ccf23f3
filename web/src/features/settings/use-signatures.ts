import type { ChosenSettings } from '@bocau/contract/settings.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { MailEditorHandle } from '../compose/editor/mail-editor.tsx';
import {
  changeOf,
  changeOfMain,
  hasEdits,
  MAIN,
  type SignatureEdits,
  shownSignatures,
  withoutEditsOf,
} from './signature-edits.ts';
import { useOtherSignatures } from './use-other-signatures.ts';
import { type RefusedText, useRefusedText } from './use-refused-text.ts';
import { useSignatureEdits } from './use-signature-edits.ts';

export type Signatures = {
  /** The main one first; alone until the others are loaded. */
  list: readonly Signature[];
  loading: boolean;
  failed: boolean;
  retry(): void;
  selected: Signature;
  select(id: string): void;
  add(name: string): void;
  remove(id: string): void;
  putBack(id: string): void;
  edit(id: string, change: { name?: string; html?: string }): void;
  editor: RefObject<MailEditorHandle | null>;
  /** Changes whenever the editor is to show another text than the one typed in it. */
  revision: number;
  refused: RefusedText;
  putTextBack(): void;
  hasUnsaved(): boolean;
  /** Whether some have no name; the first of them is then selected. */
  unnamed: boolean;
  /** Shows what is wrong; returns true where nothing is. */
  check(): boolean;
  /** The changes to the main one, which is saved with the settings. */
  changeOfMain(): Partial<ChosenSettings>;
  /**
   * Saves the others; resolves to the ids of the new ones. ST-11: a refused text is removed from the editor.
   */
  save(): Promise<ReadonlyMap<string, string>>;
  /** Called after saving the settings, which may have referred to them. */
  removeGone(): Promise<void>;
  /** Returns whether the refusal was about the text of a signature. */
  refuse(error: unknown): boolean;
  forgetMain(): void;
};

/** The signatures of the general form: edited together there, and saved with it. */
export function useSignatures({ signature, signature_name }: ChosenSettings): Signatures {
  const { query, create, update, remove } = useOtherSignatures();
  const { edits, latest, change, edit, add, settle } = useSignatureEdits();
  const [chosen, setChosen] = useState(MAIN);
  const [checked, setChecked] = useState(false);
  // The signature whose saving was tried last.
  const tried = useRef(MAIN);
  const editor = useRef<MailEditorHandle>(null);

  const saved = [{ id: MAIN, name: signature_name, html: signature }, ...(query.data ?? [])];
  const list = shownSignatures(saved, edits);
  const selected = list.find(({ id }) => id === chosen) ?? (list[0] as Signature);
  const unnamed = (one: Signature) => one.id !== MAIN && one.name.trim() === '';

  const { revision, revise } = useRevision(selected, latest);
  const { refused, refuse, putBack, forget } = useRefusedText((id, html) => {
    edit(id, { html });
    setChosen(id);
    revise();
  });

  function select(id: string) {
    editor.current?.flush();
    setChosen(id);
  }

  function current(): Signature[] {
    return shownSignatures(saved, latest.current);
  }

  return {
    list,
    loading: query.isPending,
    failed: query.isError,
    retry: () => void query.refetch(),
    selected,
    select,
    add: (name) => select(add(name)),
    remove(id) {
      change((before) => ({ ...before, removed: [...before.removed, id] }));
      setChosen(MAIN);
    },
    putBack(id) {
      change((before) => ({ ...before, removed: before.removed.filter((one) => one !== id) }));
      setChosen(id);
    },
    edit,
    editor,
    revision,
    refused,
    putTextBack() {
      putBack();
      editor.current?.focus();
    },
    hasUnsaved: () => hasEdits(saved, latest.current),
    unnamed: checked && unnamed(selected),
    check() {
      editor.current?.flush();
      const nameless = current().find(unnamed);
      setChecked(nameless !== undefined);
      if (nameless) setChosen(nameless.id);
      return nameless === undefined;
    },
    changeOfMain: () => changeOfMain(latest.current),
    async save() {
      const ids = new Map<string, string>();
      for (const one of current()) {
        tried.current = one.id;
        const written = latest.current.texts[one.id];
        const known = saved.find(({ id }) => id === one.id);
        if (!known) {
          const id = await create(one);
          ids.set(one.id, id);
          settle(one.id, id, written);
          setChosen((before) => (before === one.id ? id : before));
          continue;
        }
        const changed = one.id === MAIN ? {} : changeOf(known, latest.current);
        if (Object.keys(changed).length === 0) continue;
        await update(one.id, changed);
        settle(one.id, one.id, written);
      }
      return ids;
    },
    async removeGone() {
      for (const id of latest.current.removed) {
        await remove(id);
        change((before) => withoutEditsOf(before, id));
      }
    },
    refuse: (error) => refuse(error, current(), tried.current),
    forgetMain() {
      change((before) => withoutEditsOf(before, MAIN));
      forget();
    },
  };
}

/** Increases when the editor is to show another text: a save of another tab shows where nothing is typed. */
function useRevision({ id, html }: Signature, latest: RefObject<SignatureEdits>) {
  const [revision, setRevision] = useState(0);
  const shown = useRef({ id, html });
  useEffect(() => {
    const before = shown.current;
    shown.current = { id, html };
    if (before.id !== id || before.html === html) return;
    if (latest.current.texts[id]?.html === undefined) setRevision((one) => one + 1);
  }, [id, html, latest]);
  return { revision, revise: () => setRevision((one) => one + 1) };
}
