import { roleOf, STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { Button, Stack } from '@mantine/core';
import { IconFolders } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { allFolders } from '../../model/mail/folder-tree.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { mayNest } from './folder-marks.ts';
import { usePlaceFolder } from './use-place-folder.ts';

/** Folders that can't have subfolders. */
const CLOSED = [STARRED, ...SYSTEM_FOLDERS].filter((name) => !roleOf(name)?.nests);

/** The folders that this one can be moved into, and the top. */
export function MoveFolder({ folder, onClose }: { folder: Folder; onClose(): void }) {
  const { t } = useTranslation();
  const place = usePlaceFolder();
  const tree = useMailbox((model) => model.folders());
  const full = allFolders(tree).filter((each) => !mayNest(each));
  const disabled = [folder.parentName ?? '', ...full.map((each) => each.display_name)];

  function pick(parent: Folder | null) {
    onClose();
    void place(folder, { parent });
  }

  return (
    <Stack gap={12}>
      <FolderPicker hiddenPaths={[folder.display_name, ...CLOSED]} disabledPaths={disabled} onPick={pick} />
      {folder.parentName !== null && (
        <Button variant="default" leftSection={<IconFolders size={18} />} onClick={() => pick(null)}>
          {t('folders.dialog.toTop')}
        </Button>
      )}
    </Stack>
  );
}
