import { ApiError } from '@bocau/contract/client.ts';
import type { FieldRule, InvalidField } from '@bocau/contract/errors.ts';
import type { ChosenSettings } from '@bocau/contract/settings.ts';
import type { Signature } from '@bocau/contract/signatures.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import type { MailEditorHandle } from '../compose/editor/mail-editor.tsx';
import {
  changeOf,
  hasEdits,
  MAIN,
  NO_EDITS,
  type SignatureEdits,
  shownSignatures,
  withoutEditsOf,
} from './signature-edits.ts';

const KEY = ['signatures'];

/** Which limit a text breaks. */
export type SignatureFault = 'long' | 'manyImages' | 'largeImages' | 'noImage' | 'lostImage';

/** What was refused: the text, which the editor shows no longer, and why. */
type Refused = { id: string; html: string; fault: SignatureFault } | null;

export type Signatures = {
  /** The main one first; it alone is known until the others have come. */
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
  /** Another one whenever the editor is to show another text than the one that is written in it. */
  revision: number;
  refused: Refused;
  putTextBack(): void;
  hasUnsaved(): boolean;
  /** Those that have no name; the first of them is selected. */
  unnamed: boolean;
  /** Shows what is wrong; true where nothing is. */
  check(): boolean;
  /** Of the main one, which is saved with the settings. */
  changeOfMain(): Partial<ChosenSettings>;
  /** Saves the others; answers the ids of those that are new. ST-11: what is refused leaves the editor. */
  save(): Promise<ReadonlyMap<string, string>>;
  /** After the settings, which may have named them. */
  removeGone(): Promise<void>;
  /** True where it was the text of a signature that was refused. */
  refuse(error: unknown): boolean;
  forgetMain(): void;
};

/** The signatures of the general form: they are edited there together, and saved with it. */
export function useSignatures({ signature, signature_name }: ChosenSettings): Signatures {
  const api = useApi();
  const queries = useQueries();
  const others = useQuery({ queryKey: KEY, queryFn: async () => (await api.listSignatures({})).data });
  const [edits, setEdits] = useState(NO_EDITS);
  const [chosen, setChosen] = useState(MAIN);
  const [revision, setRevision] = useState(0);
  const [refused, setRefused] = useState<Refused>(null);
  const [checked, setChecked] = useState(false);
  const latest = useRef(edits);
  // The one that was saved last, or could not be.
  const tried = useRef(MAIN);
  const lastAdded = useRef(0);
  const editor = useRef<MailEditorHandle>(null);

  const saved = [{ id: MAIN, name: signature_name, html: signature }, ...(others.data ?? [])];
  const list = shownSignatures(saved, edits);
  const selected = list.find(({ id }) => id === chosen) ?? (list[0] as Signature);
  const unnamed = (one: Signature) => one.id !== MAIN && one.name.trim() === '';

  // What another tab saved shows where nothing is written.
  const shown = useRef({ id: selected.id, html: selected.html });
  useEffect(() => {
    const before = shown.current;
    shown.current = { id: selected.id, html: selected.html };
    if (before.id !== selected.id || before.html === selected.html) return;
    if (latest.current.texts[selected.id]?.html === undefined) setRevision((one) => one + 1);
  }, [selected.id, selected.html]);

  // The editor hands on what is in it as the form is sent, before this is drawn again.
  function change(next: (before: SignatureEdits) => SignatureEdits) {
    latest.current = next(latest.current);
    setEdits(latest.current);
  }

  function edit(id: string, text: { name?: string; html?: string }) {
    change((before) => ({ ...before, texts: { ...before.texts, [id]: { ...before.texts[id], ...text } } }));
  }

  function select(id: string) {
    editor.current?.flush();
    setChosen(id);
  }

  function know(change: (before: Signature[]) => Signature[]) {
    queries.setQueryData<Signature[]>(KEY, (before = []) => change(before));
  }

  /** What was written is saved; what is written since is not, and goes on under the id that it has now. */
  function settle(id: string, savedId: string, written: SignatureEdits['texts'][string] | undefined) {
    change((before) => {
      const since = before.texts[id];
      const settled = withoutEditsOf(before, id);
      if (since === undefined || since === written) return settled;
      return { ...settled, texts: { ...settled.texts, [savedId]: since } };
    });
  }

  function current(): Signature[] {
    return shownSignatures(saved, latest.current);
  }

  return {
    list,
    loading: others.isPending,
    failed: others.isError,
    retry: () => void others.refetch(),
    selected,
    select,
    add(name) {
      lastAdded.current += 1;
      const id = `new-${lastAdded.current}`;
      change((before) => ({ ...before, added: [...before.added, id] }));
      edit(id, { name });
      select(id);
    },
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
      if (!refused) return;
      edit(refused.id, { html: refused.html });
      setChosen(refused.id);
      setRefused(null);
      setRevision((one) => one + 1);
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
    changeOfMain() {
      const { name, html } = latest.current.texts[MAIN] ?? {};
      return {
        ...(name === undefined ? {} : { signature_name: name.trim() }),
        ...(html === undefined ? {} : { signature: html }),
      };
    },
    async save() {
      const ids = new Map<string, string>();
      for (const one of current()) {
        tried.current = one.id;
        const written = latest.current.texts[one.id];
        const known = saved.find(({ id }) => id === one.id);
        if (!known) {
          const { data } = await api.createSignature({ body: { name: one.name, html: one.html } });
          know((before) => [...before, data]);
          ids.set(one.id, data.id);
          settle(one.id, data.id, written);
          setChosen((before) => (before === one.id ? data.id : before));
          continue;
        }
        const changed = one.id === MAIN ? {} : changeOf(known, latest.current);
        if (Object.keys(changed).length === 0) continue;
        const { data } = await api.updateSignature({ params: { id: one.id }, body: changed });
        know((before) => before.map((other) => (other.id === data.id ? data : other)));
        settle(one.id, one.id, written);
      }
      return ids;
    },
    async removeGone() {
      for (const id of latest.current.removed) {
        await api.deleteSignature({ params: { id } }).catch((error: unknown) => {
          // Another tab was faster.
          if (!(error instanceof ApiError) || error.code !== 'signature_not_found') throw error;
        });
        know((before) => before.filter((one) => one.id !== id));
        change((before) => withoutEditsOf(before, id));
      }
    },
    refuse(error) {
      const about = refusedText(error, tried.current);
      const text = current().find((one) => one.id === about?.id);
      if (!text || !about) return false;
      setRefused({ id: text.id, html: text.html, fault: about.fault });
      edit(text.id, { html: '' });
      setChosen(text.id);
      setRevision((one) => one + 1);
      return true;
    },
    forgetMain() {
      change((before) => withoutEditsOf(before, MAIN));
      setRefused(null);
    },
  };
}

/** Whose text a refusal is about, if it is about one, and which limit it breaks. */
function refusedText(error: unknown, tried: string): { id: string; fault: SignatureFault } | null {
  if (!(error instanceof ApiError)) return null;
  const { key, rule, fields } = error.details as {
    key?: string;
    rule?: FieldRule;
    fields?: readonly InvalidField[];
  };
  if (key === 'signature') return { id: MAIN, fault: faultOf(rule) };
  const field = fields?.find((one) => one.field === 'html');
  return field ? { id: tried, fault: faultOf(field.rule) } : null;
}

function faultOf(rule: FieldRule | undefined): SignatureFault {
  if (rule === 'too_many') return 'manyImages';
  if (rule === 'too_large') return 'largeImages';
  if (rule === 'not_an_option') return 'noImage';
  return rule === 'missing' ? 'lostImage' : 'long';
}
