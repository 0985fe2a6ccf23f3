import { useTranslation } from '../../../i18n/use-translation.ts';
import { KeysSheet } from '../../../parts/keyboard/keys-sheet.tsx';

/** The cheat sheet of the shortcuts. */
export function TaskKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <KeysSheet
      title={t('tasks.sheet.title')}
      onClose={onClose}
      groups={[
        {
          title: t('tasks.sheet.moving'),
          lines: [
            { keys: ['j', 'k'], words: t('tasks.sheet.next') },
            { keys: ['/'], words: t('tasks.searchBar') },
            { keys: ['Esc', 'Shift+t'], words: t('tasks.sheet.back') },
            { keys: ['?'], words: t('tasks.sheet.sheet') },
          ],
        },
        {
          title: t('tasks.sheet.acts'),
          lines: [
            { keys: ['c'], words: t('tasks.sheet.add') },
            { keys: ['x'], words: t('tasks.sheet.finish') },
            { keys: ['Enter', 'e'], words: t('tasks.sheet.open') },
            { keys: ['Delete', '#'], words: t('tasks.sheet.remove') },
            { keys: ['z', 'Mod+z'], words: t('tasks.sheet.undo') },
          ],
        },
      ]}
    />
  );
}
