import { INVOICE_NOTE_LENGTH, type Invoice } from '@bocau/contract/invoices.ts';
import { Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';

/** `written`: what was saved last, or could not be. */
type Props = { invoice: Invoice; written: string; onSave(note: string): void; onClose(): void };

export function NoteDialog({ invoice, written, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [note, setNote] = useState(written);
  // What was typed goes by a button alone.
  const isKept = note === invoice.note;

  function save(event: FormEvent | KeyboardEvent) {
    event.preventDefault();
    onSave(note.trim());
  }

  return (
    <Modal
      opened
      centered
      onClose={onClose}
      closeOnEscape={isKept}
      closeOnClickOutside={isKept}
      title={t('invoices.marks.noteFor', { number: invoice.number })}
      closeButtonProps={{ 'aria-label': t('invoices.paper.close') }}
    >
      <form onSubmit={save}>
        <Textarea
          data-autofocus
          rows={4}
          maxLength={INVOICE_NOTE_LENGTH}
          aria-label={t('invoices.marks.note')}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event);
          }}
        />
        <FormButtons submit={t('invoices.marks.save')} busy={false} mt={16} onCancel={onClose} />
      </form>
    </Modal>
  );
}
