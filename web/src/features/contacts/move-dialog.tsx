import type { ContactBook } from '@bocau/contract/contacts.ts';
import { Radio, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormButtons } from '../../ui/layers/form-buttons.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import { beginContactAct } from './begin-contact-act.ts';
import { type ContactTarget, otherBooks } from './contact-acts.ts';
import styles from './list-dialog.module.css';

type Props = {
  target: ContactTarget;
  /** Moves the whole list, where that is selected. */
  onWhole(book: ContactBook): void;
  onClose(): void;
};

/** Moves contacts into another book. */
export function MoveDialog({ target, onWhole, onClose }: Props) {
  const { t } = useTranslation();
  const [books] = useState(() => otherBooks(target));
  const [chosen, setChosen] = useState(books[0]?.id ?? '');

  function move(event: FormEvent): void {
    event.preventDefault();
    const book = books.find(({ id }) => id === chosen);
    if (!book) return;
    onClose();
    if (target.whole) {
      onWhole(book);
      return;
    }
    const going = target.contacts.filter(({ book_id }) => book_id !== book.id);
    const words = t('contacts.done.move', { count: going.length, book: book.name });
    const moves = going.map((contact) => ({ contact, to: book.id }));
    beginContactAct(target.model, { kind: 'move', moves }, words);
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contacts.moveDialog.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={move}>
        <Radio.Group aria-label={t('contacts.moveDialog.label')} value={chosen} onChange={setChosen}>
          <Stack gap={0} className={styles.lists}>
            {books.map(({ id, name, owner }, at) => (
              <Radio
                key={id}
                value={id}
                label={name}
                description={owner && t('contacts.places.of', { owner: owner.name || owner.email })}
                className={styles.list}
                data-autofocus={at === 0 || undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormButtons submit={t('contacts.moveDialog.move')} busy={false} mt={20} onCancel={onClose} />
      </form>
    </Modal>
  );
}
