import { useTranslation } from '../../i18n/use-translation.ts';
import { KeysSheet } from '../../parts/keyboard/keys-sheet.tsx';

/** The cheat sheet of the shortcuts. */
export function CalendarKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <KeysSheet
      title={t('calendar.sheet.title')}
      onClose={onClose}
      groups={[
        {
          title: t('calendar.sheet.moving'),
          lines: [
            { keys: ['t'], words: t('calendar.sheet.today') },
            { keys: ['j', 'k'], words: t('calendar.sheet.next') },
            { keys: ['d'], words: t('calendar.views.day') },
            { keys: ['x'], words: t('calendar.views.3days') },
            { keys: ['w'], words: t('calendar.views.week') },
            { keys: ['Shift+w'], words: t('calendar.views.workweek') },
            { keys: ['m'], words: t('calendar.views.month') },
            { keys: ['y'], words: t('calendar.views.year') },
            { keys: ['a'], words: t('calendar.views.agenda') },
            { keys: ['Shift+t'], words: t('calendar.tasks') },
            { keys: ['←', '↑', '→', '↓'], words: t('calendar.sheet.arrows') },
            { keys: ['/'], words: t('calendar.search.label') },
            { keys: ['?'], words: t('calendar.sheet.sheet') },
          ],
        },
        {
          title: t('calendar.sheet.acts'),
          lines: [
            { keys: ['c'], words: t('calendar.sheet.new') },
            { keys: ['Enter'], words: t('calendar.sheet.open') },
            { keys: ['e'], words: t('calendar.sheet.edit') },
            { keys: ['Delete', '#'], words: t('calendar.sheet.remove') },
            { keys: ['Alt+↑', 'Alt+↓'], words: t('calendar.sheet.move') },
            { keys: ['Alt+←', 'Alt+→'], words: t('calendar.sheet.moveDays') },
            { keys: ['Alt+Shift+↑', 'Alt+Shift+↓'], words: t('calendar.sheet.resize') },
            { keys: ['z', 'Mod+z'], words: t('calendar.sheet.undo') },
            { keys: ['Mod+Enter', 'Mod+s'], words: t('calendar.sheet.save') },
          ],
        },
      ]}
    />
  );
}
