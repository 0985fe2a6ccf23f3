import { ApiError } from '@bocau/contract/client.ts';
import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useShownFolder } from '../../parts/addresses/shown-place.ts';
import { folderWords, pathWords } from '../../parts/folders/folder-names.ts';
import { isWithin } from '../../parts/folders/folder-rows.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useNavigate } from '../../router/router.tsx';
import type { FolderQuestion } from './folder-question.ts';
import { nameFault, plainName } from './name-fault.ts';
import { openFolder } from './open-folders.ts';

type Props = { question: Exclude<FolderQuestion, { kind: 'delete' | 'move' }>; onClose(): void };

/** Asks for the name of a new folder, or renames an existing one. */
export function FolderNameForm({ question, onClose }: Props) {
  const { t } = useTranslation();
  const model = useMailModel();
  const navigate = useNavigate();
  const shown = useShownFolder();
  const own = question.kind === 'rename' ? question.folder : null;
  const [typed, setTyped] = useState(own?.name ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const parent = question.kind === 'new' ? question.parent : parentOf(question.folder);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const siblings = parent ? parent.children : model.folders();
    const systemNames = [...SYSTEM_FOLDERS, STARRED].map((name) => folderWords(t, name));
    const wrong = nameFault(typed, { siblings, atTop: parent === null, own, systemNames });
    if (wrong) {
      setFault(t(`folders.fault.${wrong}`, { most: LIMITS.folderNameLength }));
      return;
    }
    setSaving(true);
    try {
      await save(plainName(typed));
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.code === 'folder_not_allowed' ? t('folders.fault.notAllowed') : errorWords(t, error));
      setSaving(false);
    }
  }

  async function save(name: string) {
    const path = parent ? `${parent.display_name}/${name}` : name;
    const input = { name, display_name: path };
    if (!own) {
      await model.createFolder(input);
      if (parent) openFolder(parent.id, true);
      notify({ text: t('folders.dialog.created', { name }) });
      return;
    }
    if (name === own.name) return;
    const before = own.display_name;
    await model.updateFolder(own.id, input);
    notify({ text: t('folders.dialog.renamed', { name }) });
    // The path in the address changes with the name.
    if (shown !== null && isWithin(shown, before)) {
      const list = { kind: 'folder', path: path + shown.slice(before.length) } as const;
      await navigate(addressOf(list), { replace: true });
    }
  }

  function parentOf(folder: Folder): Folder | null {
    const end = folder.display_name.lastIndexOf('/');
    return end < 0 ? null : model.folderByPath(folder.display_name.slice(0, end));
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        data-autofocus
        label={t('folders.dialog.name')}
        description={
          parent ? t('folders.dialog.inside', { name: pathWords(t, parent.display_name) }) : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typed}
        error={fault}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setFault(null);
        }}
      />
      <Group justify="flex-end" mt={20} gap={8}>
        <Button variant="default" onClick={onClose}>
          {t('common.actions.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t(own ? 'common.actions.save' : 'folders.dialog.create')}
        </Button>
      </Group>
    </form>
  );
}
