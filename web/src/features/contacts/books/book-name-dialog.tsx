import type { ContactBook } from '@bocau/contract/contacts.ts';
import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { contactsAddressOf } from '../../../parts/contacts/contact-address.ts';
import { useContactsModel } from '../../../parts/contacts/use-contacts.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useNavigate } from '../../../router/router.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';

type Props = {
  /** Null for a new one. */
  book: ContactBook | null;
  onClose(): void;
};

export function BookNameDialog({ book, onClose }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useContactsModel();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(book?.name ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const name = typed.trim().normalize('NFC');
    if (name === '') return refuse(t('contactTools.books.missing'));
    if (name === book?.name) return onClose();
    setBusy(true);
    try {
      const { data } = book
        ? await api.renameContactBook({ params: { id: book.id }, body: { name } })
        : await api.createContactBook({ body: { name } });
      model.changed();
      onClose();
      if (!book) void navigate(contactsAddressOf({ kind: 'book', id: data.id }));
      notify({ text: t(book ? 'contactTools.books.renamed' : 'contactTools.books.created', { name }) });
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === 'already_exists') refuse(t('contactTools.books.taken'));
      else if (error.code === 'too_many_contacts') refuse(t('contactTools.books.tooMany'));
      else refuse(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  function refuse(words: string): void {
    setFault(words);
    field.current?.focus();
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(book ? 'contactTools.books.rename' : 'contactTools.books.new')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          ref={field}
          data-autofocus
          label={t('contactTools.books.name')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => {
            setFault(null);
            setTyped(currentTarget.value);
          }}
        />
        <FormButtons
          submit={t(book ? 'contactTools.books.save' : 'contactTools.books.create')}
          busy={busy}
          mt={20}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
