import { useTranslation } from '../../i18n/use-translation.ts';
import { useOfficeEditor } from '../../parts/drive/use-office-editor.ts';
import { actLines, ListKeysSheet } from '../../parts/keyboard/list-keys-sheet.tsx';
import { DRIVE_ACTS } from './drive-acts.ts';

/** The cheat sheet of the drive's shortcuts. */
export function DriveKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const hasEditor = useOfficeEditor();
  const offered = DRIVE_ACTS.filter(({ id }) => id !== 'edit' || hasEditor);
  return (
    <ListKeysSheet
      words="drive.sheet"
      onClose={onClose}
      acts={[
        { keys: ['Shift+n'], words: t('drive.acts.newFolder') },
        ...actLines(offered, ({ id }) => t(`drive.acts.${id}`)),
      ]}
    />
  );
}
