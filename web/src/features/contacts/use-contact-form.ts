import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { type RefObject, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { KeptEdit } from '../../model/contacts/kept-edits.ts';
import { changedFields, mergeEdits, withoutIdleParts } from '../../model/contacts/merge-edits.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { sameValue } from '../../model/engine/same-value.ts';
import { useContactsModel } from '../../parts/contacts/use-contacts.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { type ContactForm, type Faults, fieldsOf, formOf, trimmed } from './form-fields.ts';

/** What another edit has made of fields that were changed here too. */
export type Conflict = { theirs: ContactFields; fields: readonly (keyof ContactFields)[] };

type WantedPhoto = File | 'remove' | 'same';

export type ContactFormState = {
  form: ContactForm;
  faults: Faults;
  /** Why the server refused it, where that is about no field. */
  refusal: string | null;
  conflict: Conflict | null;
  busy: boolean;
  photo: {
    wanted: WantedPhoto;
    fault: string | null;
    want(photo: WantedPhoto): void;
    refuse(words: string): void;
  };
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
  /** There is no connection: what was typed is kept, and sent when it is back. */
  onKept(name: string): void;
  /** An edit that waits, or that another one came before: the form goes on with it. */
  kept: KeptEdit | null;
};

/** A form whose content stays until it is saved, whatever the server answers. */
export function useContactForm({
  card,
  begin,
  bookId,
  root,
  onSaved,
  onKept,
  kept,
}: Options): ContactFormState {
  const { t } = useTranslation();
  const api = useApi();
  const model = useContactsModel();
  const [started] = useState(() => formOf(begin));
  const [resumed] = useState(() => resume(kept, card, begin));
  const [form, setForm] = useState(() => formOf(resumed.fields));
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(resumed.conflict);
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<WantedPhoto>('same');
  const [photoFault, setPhotoFault] = useState<string | null>(null);
  // A new card is one that is edited as soon as it is made: its photo may be refused.
  const made = useRef(card);
  // What the edit began from: it moves on when another edit came between.
  const base = useRef(resumed.base);
  // A call whose answer was lost is repeated with the same id.
  const [uid] = useState(() => (kept && kept.base === null ? kept.id : crypto.randomUUID()));

  function showFaults(found: Faults): void {
    setFaults(found);
    requestAnimationFrame(() =>
      root.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus(),
    );
  }

  async function send(fields: ContactFields): Promise<ContactCard | null> {
    const known = made.current;
    if (!known) return model.create({ uid, bookId, fields: withoutIdleParts(fields, fields) });
    const changed = withoutIdleParts(changedFields(base.current.fields, fields), fields);
    try {
      return await model.change({ id: known.id, revision: base.current.revision, fields: changed });
    } catch (error) {
      if (asApiError(error).code !== 'contact_changed') throw error;
      const latest = await model.readCard(known.id);
      const both = mergeEdits(base.current.fields, fields, latest.fields);
      base.current = { fields: latest.fields, revision: latest.revision };
      if (both.fields.length === 0) return send(both.merged);
      setForm(formOf(both.merged));
      setConflict({ theirs: latest.fields, fields: both.fields });
      return null;
    }
  }

  /** True when the card has the photo that is wanted. */
  async function savePhoto({ id }: ContactCard): Promise<boolean> {
    if (wanted === 'same') return true;
    try {
      if (wanted === 'remove') await api.removeContactPhoto({ params: { id } });
      else {
        const form = new FormData();
        form.append('file', wanted, wanted.name);
        await api.setContactPhoto({ params: { id }, form });
      }
      setWanted('same');
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      const isUnfit = error.code === 'file_not_allowed' || error.code === 'unsupported_media_type';
      const reason = isUnfit ? t('contacts.form.photo.unreadable') : errorWords(t, error);
      setPhotoFault(t('contacts.form.photo.refused', { reason }));
      return false;
    }
  }

  function keep(typed: ContactFields): void {
    const known = made.current;
    const name = typed.full_name || typed.organisation || (known?.name ?? '');
    const from = known ? { ...base.current } : null;
    model.keepEdit({ id: known?.id ?? uid, name, bookId, base: from, typed });
    onKept(name);
  }

  async function saveAll(fields: ContactFields): Promise<void> {
    const saved = await send(fields);
    if (!saved) return;
    if (kept) model.dropEdit(kept.id);
    made.current = saved;
    base.current = { fields: saved.fields, revision: saved.revision };
    if (wanted === 'same') return onSaved(saved);
    const isDone = await savePhoto(saved);
    const latest = await model.readCard(saved.id);
    base.current = { fields: latest.fields, revision: latest.revision };
    if (isDone) onSaved(latest);
  }

  return {
    ...{ form, faults, refusal, conflict, busy },
    isChanged: wanted !== 'same' || !sameValue(trimmed(form), trimmed(started)),
    photo: {
      wanted,
      fault: photoFault,
      want(photo) {
        setWanted(photo);
        setPhotoFault(null);
      },
      refuse: setPhotoFault,
    },
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
      setPhotoFault(null);
      try {
        await saveAll(fields);
      } catch (thrown) {
        const error = asApiError(thrown);
        if (error.code === 'contact_empty') showFaults({ full_name: 'empty' });
        // A photo is sent only with a connection: the form stays open with it.
        else if (error.status === 0 && wanted === 'same') keep(fields);
        else setRefusal(errorWords(t, error));
      } finally {
        setBusy(false);
      }
    },
  };
}

/** What a form begins with: the card, or an edit of it that was kept, merged with what changed elsewhere since. */
function resume(kept: KeptEdit | null, card: ContactCard | null, begin: ContactFields) {
  const base = { fields: begin, revision: card?.revision ?? 0 };
  if (!kept) return { fields: begin, base, conflict: null };
  if (kept.base === null || !card) return { fields: kept.typed, base, conflict: null };
  const { merged, fields } = mergeEdits(kept.base.fields, kept.typed, card.fields);
  const conflict = fields.length > 0 ? { theirs: card.fields, fields } : null;
  return { fields: merged, base: { fields: card.fields, revision: card.revision }, conflict };
}
