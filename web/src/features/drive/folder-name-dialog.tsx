import type { DriveFile } from '@bocau/contract/drive.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { useDriveModel } from '../../parts/drive/use-drive.ts';
import { Modal } from '../../ui/layers/modal.tsx';

type Props = { parentId: string | null; onClose(): void; onCreated(folder: DriveFile): void };

/** Asks for the name of a new folder; errors are shown beside the field, and the text stays. */
export function FolderNameDialog({ parentId, onClose, onCreated }: Props) {
  const { t } = useTranslation();
  const model = useDriveModel();
  const field = useRef<HTMLInputElement>(null);
  const untitled = t('drive.newFolder.untitled');
  const [name, setName] = useState(untitled);
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (busy || name.trim() === '') return field.current?.focus();
    setBusy(true);
    try {
      onCreated(await model.createFolder(parentId, name.trim().normalize('NFC')));
    } catch (error) {
      setFault(errorWords(t, asApiError(error)));
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('drive.newFolder.title')}
      size={420}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <form onSubmit={(event) => void create(event)}>
        <TextInput
          ref={field}
          data-autofocus
          label={t('drive.newFolder.name')}
          value={name}
          maxLength={255}
          autoComplete="off"
          error={fault}
          onFocus={({ currentTarget }) => {
            if (currentTarget.value === untitled) currentTarget.select();
          }}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault(null);
          }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            {t('common.actions.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('drive.newFolder.create')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
