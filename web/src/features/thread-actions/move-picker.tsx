import { useTranslation } from '../../i18n/use-translation.ts';
import { folderWords } from '../../parts/folders/folder-names.ts';
import { FolderPicker } from '../../parts/folders/folder-picker.tsx';
import { NO_TARGETS } from '../../parts/folders/folder-rows.ts';
import type { ActTarget } from './act-target.ts';
import { moveTo } from './acts.ts';

/** The folders that the target can be moved to. */
export function MovePicker({ target, onDone }: { target: ActTarget; onDone(): void }) {
  const { t } = useTranslation();
  return (
    <FolderPicker
      disabledPaths={[...NO_TARGETS, ...currentPaths(target)]}
      onPick={(folder) => {
        onDone();
        moveTo(target, folder, folderWords(t, folder.display_name));
      }}
    />
  );
}

/** Where all of it lies already. */
function currentPaths({ list, threads }: ActTarget): string[] {
  if (list.kind === 'folder') return [list.path];
  const paths = new Set(threads.map((thread) => thread.mailbox_name));
  return paths.size === 1 ? [...paths] : [];
}
