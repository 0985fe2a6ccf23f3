import { useTranslation } from '../../i18n/use-translation.ts';
import { useOfficeEditor } from '../../parts/drive/use-office-editor.ts';
import { KeysSheet } from '../../parts/keyboard/keys-sheet.tsx';
import { DRIVE_ACTS } from './drive-acts.ts';

const MOVING = [
  { keys: ['j', 'k'], words: 'nextPrevious' },
  { keys: ['Shift+j', 'Shift+k'], words: 'extend' },
  { keys: ['o', 'Enter'], words: 'open' },
  { keys: ['u'], words: 'up' },
  { keys: ['x'], words: 'select' },
  { keys: ['Mod+a'], words: 'all' },
  { keys: ['Escape'], words: 'none' },
  { keys: ['/'], words: 'find' },
  { keys: ['z', 'Mod+z'], words: 'undo' },
  { keys: ['?'], words: 'sheet' },
] as const;

/** The cheat sheet of the drive's shortcuts. */
export function DriveKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const hasEditor = useOfficeEditor();
  // A key may have several acts, depending on the list; they share one line.
  const acts = Map.groupBy(
    DRIVE_ACTS.filter(({ id, shortcut }) => shortcut !== null && (id !== 'edit' || hasEditor)),
    ({ shortcut }) => shortcut as string,
  );
  return (
    <KeysSheet
      title={t('drive.sheet.title')}
      onClose={onClose}
      groups={[
        {
          title: t('drive.sheet.moving'),
          lines: MOVING.map(({ keys, words }) => ({ keys, words: t(`drive.sheet.${words}`) })),
        },
        {
          title: t('drive.sheet.acts'),
          lines: [
            { keys: ['Shift+n'], words: t('drive.acts.newFolder') },
            ...[...acts].map(([key, some]) => ({
              keys: [key],
              words: some.map(({ id }) => t(`drive.acts.${id}`)).join(' · '),
            })),
          ],
        },
      ]}
    />
  );
}
