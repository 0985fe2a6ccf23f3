import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { KeptEdit } from '../../model/contacts/kept-edits.ts';
import { useContacts, useContactsModel } from '../../parts/contacts/use-contacts.ts';
import { PHONE } from '../../ui/breakpoints.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { useUnsavedForm } from '../../ui/unsaved-forms.ts';
import { useMedia } from '../../ui/use-media.ts';
import { ConflictNote } from './conflict-note.tsx';
import styles from './contact-form.module.css';
import { ContactFormFields } from './contact-form-fields.tsx';
import { ContactPhotoField } from './contact-photo-field.tsx';
import { useContactForm } from './use-contact-form.ts';

type Props = {
  /** The card that is edited; null for a new one. */
  card: ContactCard | null;
  begin: ContactFields;
  bookId: string | null;
  onClose(): void;
  onSaved(card: ContactCard): void;
  onKept(name: string): void;
};

/** Loads the card first: a row does not say all of it. */
export function EditContactDialog({
  id,
  onClose,
  onSaved,
  onKept,
}: Pick<Props, 'onClose' | 'onSaved' | 'onKept'> & { id: string }) {
  const model = useContactsModel();
  const { card, loading } = useContacts((reader) => reader.card(id));
  useEffect(() => model.holdCard(id), [model, id]);
  const isLost = loading === 'failed';
  useEffect(() => {
    if (isLost) onClose();
  });
  return (
    card && (
      <ContactFormDialog card={card} begin={card.fields} bookId={null} {...{ onClose, onSaved, onKept }} />
    )
  );
}

/** The form of a contact, new or known. It asks before it gives up what was typed. */
export function ContactFormDialog({
  card: given,
  begin,
  bookId: firstBook,
  onClose,
  onSaved,
  onKept,
  edit = null,
}: Props & { edit?: KeptEdit | null }) {
  const { t } = useTranslation();
  // Later changes of the card do not change the form that is being filled in.
  const [card] = useState(given);
  const [bookId, setBookId] = useState(firstBook);
  const [leaving, setLeaving] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const small = useMedia(PHONE);
  const model = useContactsModel();
  const [kept] = useState(() => edit ?? model.keptEdits().find(({ id }) => id === given?.id) ?? null);
  const state = useContactForm({ card, begin, bookId, root, onSaved, onKept, kept });
  useUnsavedForm(state.isChanged);
  const leave = () => (state.isChanged ? setLeaving(true) : onClose());

  return (
    <Modal
      opened
      onClose={leave}
      title={t(card ? 'contacts.form.edit' : 'contacts.form.new')}
      size={640}
      fullScreen={small}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form
        ref={root}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void state.save();
        }}
        onKeyDown={(event) => {
          const isSave = event.key === 'Enter' || event.key.toLowerCase() === 's';
          if (!isSave || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.stopPropagation();
          void state.save();
        }}
      >
        {state.refusal !== null && (
          <p className={styles.refusal} role="alert">
            {state.refusal}
          </p>
        )}
        {state.conflict && <ConflictNote state={state} conflict={state.conflict} />}
        <ContactPhotoField state={state} shown={card?.photo ?? null} />
        <ContactFormFields
          state={state}
          {...(card === null && { book: { id: bookId, choose: setBookId } })}
        />
        <div className={styles.buttons}>
          <FormButtons submit={t('contacts.form.save')} busy={state.busy} onCancel={leave} />
        </div>
      </form>
      {leaving && (
        <ChoiceDialog
          title={t('contacts.form.leave.title')}
          safe={t('contacts.form.leave.stay')}
          other={{ label: t('contacts.form.leave.leave'), tone: 'danger' }}
          onSafe={() => setLeaving(false)}
          onOther={onClose}
        >
          {t('contacts.form.leave.text')}
        </ChoiceDialog>
      )}
    </Modal>
  );
}
