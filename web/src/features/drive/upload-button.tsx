import { Button } from '@mantine/core';
import { IconChevronDown, IconFileUpload, IconFolderUp, IconUpload } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chooseFiles } from '../../parts/uploads/choose-files.ts';
import { useUploadQueue } from '../../parts/uploads/use-uploads.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { type Opened, useOpener } from '../../ui/use-opener.ts';

type Props = { parentId: string | null; narrow: boolean };

/** Uploads files, or a folder with all its contents, into the folder that is shown. */
export function UploadButton({ parentId, narrow }: Props) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu');
  return (
    <>
      {narrow ? (
        <ToolButton {...button} icon={IconUpload} label={t('drive.acts.upload')} />
      ) : (
        <Button
          {...button}
          leftSection={<IconUpload size={18} />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {t('drive.acts.upload')}
        </Button>
      )}
      {opened && <UploadMenu {...opened} parentId={parentId} />}
    </>
  );
}

function UploadMenu({ parentId, ...opened }: Opened & { parentId: string | null }) {
  const { t } = useTranslation();
  const queue = useUploadQueue();
  const add = async (kind: 'files' | 'folder') => queue.add(await chooseFiles(kind), parentId);
  return (
    <AnchoredMenu {...opened} position="bottom-end">
      <Menu.Item leftSection={<IconFileUpload size={18} />} onClick={() => void add('files')}>
        {t('drive.acts.uploadFiles')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFolderUp size={18} />} onClick={() => void add('folder')}>
        {t('drive.acts.uploadFolder')}
      </Menu.Item>
    </AnchoredMenu>
  );
}
