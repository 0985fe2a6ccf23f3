import { TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { announceContactFailure } from '../begin-contact-act.ts';
import type { ListQuestion } from './list-question.ts';
import { useRelist } from './use-relist.ts';

type Props = { question: ListQuestion; onClose(): void };

/** Renames a list, or deletes it: its contacts stay, and both can be undone. */
export function ListQuestionDialog({ question, onClose }: Props) {
  return question.kind === 'rename' ? (
    <RenameList question={question} onClose={onClose} />
  ) : (
    <RemoveList question={question} onClose={onClose} />
  );
}

function RenameList({ question: { list }, onClose }: Props) {
  const { t } = useTranslation();
  const relist = useRelist();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(list.name);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  function refuse(words: string): void {
    setFault(words);
    field.current?.focus();
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const name = typed.trim().normalize('NFC');
    if (name === '') return refuse(t('contactTools.lists.missing'));
    if (name === list.name) return onClose();
    setBusy(true);
    try {
      await relist(list.name, name);
      onClose();
    } catch (thrown) {
      const error = asApiError(thrown);
      if (error.code === 'already_exists') refuse(t('contactTools.lists.taken'));
      else if (error.code === 'too_many_contacts') refuse(t('contactTools.lists.tooMany'));
      else refuse(errorWords(t, error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('contactTools.lists.rename')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void save(event)} noValidate>
        <TextInput
          ref={field}
          data-autofocus
          label={t('contactTools.lists.name')}
          autoComplete="off"
          maxLength={100}
          value={typed}
          error={fault}
          onChange={({ currentTarget }) => {
            setFault(null);
            setTyped(currentTarget.value);
          }}
        />
        <FormButtons submit={t('contactTools.lists.save')} busy={busy} mt={20} onCancel={onClose} />
      </form>
    </Modal>
  );
}

function RemoveList({ question: { list }, onClose }: Props) {
  const { t } = useTranslation();
  const relist = useRelist();
  return (
    <ChoiceDialog
      title={t('contactTools.lists.remove.title', { name: list.name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('contactTools.lists.remove.confirm'), tone: 'danger' }}
      onSafe={onClose}
      onOther={() => {
        onClose();
        relist(list.name, null).catch((error: unknown) =>
          announceContactFailure(t('contactTools.lists.remove.refused'), asApiError(error)),
        );
      }}
    >
      {t('contactTools.lists.remove.text', { count: list.total })}
    </ChoiceDialog>
  );
}
