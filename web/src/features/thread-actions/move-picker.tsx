import { ApiError } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { NO_TARGETS } from '../../parts/folders/folder-rows.ts';
import { notify } from '../../parts/notices/notify.ts';
import { moveTo } from './acts.ts';
import { recentFolders } from './recent-folders.ts';

/** The folders that the target can be moved to. */
export function MovePicker({ target, onDone }: { target: ActTarget; onDone(): void }) {
  const { t } = useTranslation();
  const recent = recentFolders().flatMap((id) => target.model.folderById(id) ?? []);
  return (
    <FolderPicker
      recent={recent}
      disabledPaths={[...NO_TARGETS, ...currentPaths(target)]}
      onPick={move}
      onCreate={(name) => void create(name)}
    />
  );

  function move(folder: Folder): void {
    onDone();
    moveTo(target, folder, folderWords(t, folder.display_name));
  }

  async function create(name: string): Promise<void> {
    try {
      move(await target.model.createFolder({ name, display_name: name }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: errorWords(t, error), tone: 'danger', seconds: 5 });
    }
  }
}

/** The folders that contain the whole target already. */
function currentPaths({ list, threads }: ActTarget): string[] {
  if (list.kind === 'folder') return [list.path];
  const paths = new Set(threads.map((thread) => thread.mailbox_name));
  return paths.size === 1 ? [...paths] : [];
}
