import type { ChosenSettings } from '@bocau/contract/settings.ts';
import type { Signature } from '@bocau/contract/signatures.ts';

/** The signature in the settings themselves, which always exists. */
export const MAIN = 'main';

/** Unsaved changes to the signatures. */
export type SignatureEdits = {
  texts: Readonly<Record<string, { name?: string; html?: string }>>;
  /** Temporary ids of signatures that have no id on the server yet. */
  added: readonly string[];
  removed: readonly string[];
};

export const NO_EDITS: SignatureEdits = { texts: {}, added: [], removed: [] };

/**
 * All signatures as the form shows them, the main one first: changes saved by another tab show beside the
 * edits here.
 */
export function shownSignatures(saved: readonly Signature[], edits: SignatureEdits): Signature[] {
  const added = edits.added.map((id) => ({ id, name: '', html: '' }));
  return [...saved, ...added]
    .filter(({ id }) => !edits.removed.includes(id))
    .map((signature) => ({ ...signature, ...edits.texts[signature.id] }));
}

/** The changed fields of a signature. */
export function changeOf(saved: Signature, { texts }: SignatureEdits): { name?: string; html?: string } {
  const { name, html } = texts[saved.id] ?? {};
  return {
    ...(name === undefined || name === saved.name ? {} : { name }),
    ...(html === undefined || html === saved.html ? {} : { html }),
  };
}

/** The changed fields of the main signature, named as in the settings. */
export function changeOfMain({ texts }: SignatureEdits): Partial<ChosenSettings> {
  const { name, html } = texts[MAIN] ?? {};
  return {
    ...(name === undefined ? {} : { signature_name: name.trim() }),
    ...(html === undefined ? {} : { signature: html }),
  };
}

export function hasEdits(saved: readonly Signature[], edits: SignatureEdits): boolean {
  return (
    edits.added.length > 0 ||
    saved.some(
      (signature) =>
        edits.removed.includes(signature.id) || Object.keys(changeOf(signature, edits)).length > 0,
    )
  );
}

/** The edits without those of one signature, which is saved or discarded. */
export function withoutEditsOf(edits: SignatureEdits, id: string): SignatureEdits {
  const { [id]: _, ...texts } = edits.texts;
  const others = (ids: readonly string[]) => ids.filter((one) => one !== id);
  return { texts, added: others(edits.added), removed: others(edits.removed) };
}
