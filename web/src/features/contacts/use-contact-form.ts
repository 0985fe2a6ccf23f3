import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { type RefObject, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { sameValue } from '../../model/engine/same-value.ts';
import { useContactsModel } from '../../parts/contacts/use-contacts.ts';
import {
  type ContactForm,
  changedFields,
  type Faults,
  fieldsOf,
  formOf,
  mergeEdits,
  trimmed,
  withoutIdleParts,
} from './form-fields.ts';

/** What another edit has made of fields that were changed here too. */
export type Conflict = { theirs: ContactFields; fields: readonly (keyof ContactFields)[] };

export type ContactFormState = {
  form: ContactForm;
  faults: Faults;
  /** Why the server refused it, where that is about no field. */
  refusal: string | null;
  conflict: Conflict | null;
  busy: boolean;
  isChanged: boolean;
  set(fields: Partial<ContactForm>): void;
  takeTheirs(field: keyof ContactFields): void;
  save(): Promise<void>;
};

type Options = {
  /** The card that is edited; null for a new one. */
  card: ContactCard | null;
  begin: ContactFields;
  bookId: string | null;
  root: RefObject<HTMLElement | null>;
  onSaved(card: ContactCard): void;
};

/** A form whose content stays until it is saved, whatever the server answers. */
export function useContactForm({ card, begin, bookId, root, onSaved }: Options): ContactFormState {
  const { t } = useTranslation();
  const model = useContactsModel();
  const [started] = useState(() => formOf(begin));
  const [form, setForm] = useState(started);
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [busy, setBusy] = useState(false);
  // What the edit began from: it moves on when another edit came between.
  const base = useRef({ fields: begin, revision: card?.revision ?? 0 });
  // A call whose answer was lost is repeated with the same id.
  const [uid] = useState(() => crypto.randomUUID());

  function showFaults(found: Faults): void {
    setFaults(found);
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus(),
    );
  }

  async function send(fields: ContactFields): Promise<ContactCard | null> {
    if (!card) return model.create({ uid, bookId, fields: withoutIdleParts(fields, fields) });
    const wanted = withoutIdleParts(changedFields(base.current.fields, fields), fields);
    try {
      return await model.change({ id: card.id, revision: base.current.revision, fields: wanted });
    } catch (error) {
      if (asApiError(error).code !== 'contact_changed') throw error;
      const latest = await model.readCard(card.id);
      const both = mergeEdits(base.current.fields, fields, latest.fields);
      base.current = { fields: latest.fields, revision: latest.revision };
      if (both.fields.length === 0) return send(both.merged);
      setForm(formOf(both.merged));
      setConflict({ theirs: latest.fields, fields: both.fields });
      return null;
    }
  }

  return {
    ...{ form, faults, refusal, conflict, busy },
    isChanged: !sameValue(trimmed(form), trimmed(started)),
    set(fields) {
      setForm((known) => ({ ...known, ...fields }));
      setFaults({});
    },
    takeTheirs(field) {
      if (!conflict) return;
      const theirs = formOf(conflict.theirs);
      const { family_name, middle_name, given_name } = theirs;
      const parts = field === 'full_name' ? { family_name, middle_name, given_name } : {};
      setForm((known) => ({ ...known, ...parts, [field]: theirs[field] }));
      setConflict({ ...conflict, fields: conflict.fields.filter((other) => other !== field) });
    },
    async save() {
      if (busy) return;
      const { fields, faults: found } = fieldsOf(form);
      if (Object.keys(found).length > 0) return showFaults(found);
      setBusy(true);
      setRefusal(null);
      try {
        const saved = await send(fields);
        if (saved) onSaved(saved);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.code === 'contact_empty') showFaults({ full_name: 'empty' });
        else setRefusal(errorWords(t, error));
      } finally {
        setBusy(false);
      }
    },
  };
}
