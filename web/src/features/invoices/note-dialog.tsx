import { INVOICE_NOTE_LENGTH, type Invoice } from '@bocau/contract/invoices.ts';
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';

type Props = { invoice: Invoice; onSave(note: string): void; onClose(): void };

export function NoteDialog({ invoice, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState(invoice.note);
  return (
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('invoices.marks.noteFor', { number: invoice.number })}
      closeButtonProps={{ 'aria-label': t('invoices.paper.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSave(note.trim());
        }}
      >
        <Textarea
          data-autofocus
          rows={4}
          maxLength={INVOICE_NOTE_LENGTH}
          aria-label={t('invoices.marks.note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <FormButtons submit={t('invoices.marks.save')} busy={false} mt={16} onCancel={onClose} />
      </form>
    </Modal>
  );
}
