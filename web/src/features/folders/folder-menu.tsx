import type { Folder } from '@bocau/contract/folders.ts';
import {
  IconArrowDown,
  IconArrowUp,
  IconFolderPlus,
  IconFolderSymlink,
  IconMail,
  IconMailCheck,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { Menu } from '../../ui/layers/menu.tsx';
import { type MenuPlace, PlacedMenu } from '../../ui/placed-menu.tsx';
import { markAllInFolder } from '../thread-actions/folder-acts.ts';
import { hasMarks, mayMarkRead, mayMarkUnread, mayNest } from './folder-marks.ts';
import { folderQuestion } from './folder-question.ts';
import { spotBeside } from './folder-spots.ts';
import { usePlaceFolder } from './use-place-folder.ts';

/** One menu for all folders, shown beside the folder it applies to. */
export function FolderMenu({
  folder,
  place,
  onClose,
}: {
  folder: Folder;
  place: MenuPlace;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <PlacedMenu
      place={place}
      label={t('folders.menu.of', { name: folderWords(t, folder.display_name) })}
      width={240}
      onClose={onClose}
    >
      <MarkItems folder={folder} />
      {(mayNest(folder) || !folder.system) && hasMarks(folder) && <Menu.Divider />}
      {mayNest(folder) && (
        <Menu.Item
          leftSection={<IconFolderPlus size={18} />}
          onClick={() => folderQuestion.set({ kind: 'new', parent: folder })}
        >
          {t('folders.menu.newInside')}
        </Menu.Item>
      )}
      {!folder.system && <OwnFolderItems folder={folder} />}
    </PlacedMenu>
  );
}

function MarkItems({ folder }: { folder: Folder }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const mark = (unread: boolean) => void markAllInFolder(model, folder.display_name, unread);
  return (
    <>
      {mayMarkRead(folder) && (
        <Menu.Item leftSection={<IconMailCheck size={18} />} onClick={() => mark(false)}>
          {t('folders.menu.read')}
        </Menu.Item>
      )}
      {mayMarkUnread(folder) && (
        <Menu.Item leftSection={<IconMail size={18} />} onClick={() => mark(true)}>
          {t('folders.menu.unread')}
        </Menu.Item>
      )}
    </>
  );
}

/** The actions on a folder made by the user. */
function OwnFolderItems({ folder }: { folder: Folder }) {
  const { t } = useTranslation();
  const model = useMailModel();
  const put = usePlaceFolder();
  const up = spotBeside(model.folders(), folder, -1);
  const down = spotBeside(model.folders(), folder, 1);
  return (
    <>
      <Menu.Item
        leftSection={<IconPencil size={18} />}
        onClick={() => folderQuestion.set({ kind: 'rename', folder })}
      >
        {t('folders.menu.rename')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconFolderSymlink size={18} />}
        onClick={() => folderQuestion.set({ kind: 'move', folder })}
      >
        {t('folders.menu.move')}
      </Menu.Item>
      {up && (
        <Menu.Item leftSection={<IconArrowUp size={18} />} onClick={() => void put(folder, up)}>
          {t('folders.menu.up')}
        </Menu.Item>
      )}
      {down && (
        <Menu.Item leftSection={<IconArrowDown size={18} />} onClick={() => void put(folder, down)}>
          {t('folders.menu.down')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconTrash size={18} />}
        onClick={() => folderQuestion.set({ kind: 'delete', folder })}
      >
        {t('folders.menu.delete')}
      </Menu.Item>
    </>
  );
}
