import { useTranslation } from 'react-i18next';
import { folderWords } from '../folders/folder-names.ts';
import { FolderPicker } from '../folders/folder-picker.tsx';
import { type ActTarget, NO_TARGETS } from './act-target.ts';
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
