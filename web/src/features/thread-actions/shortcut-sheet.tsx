import { useTranslation } from '../../i18n/use-translation.ts';
import { KeysSheet } from '../../parts/keyboard/keys-sheet.tsx';
import { ACTS } from './acts.ts';

/** The shortcuts besides those of acts. */
const OTHER_SHORTCUTS = [
  { keys: ['j', 'k'], words: 'nextPrevious' },
  { keys: ['Shift+j', 'Shift+k'], words: 'extend' },
  { keys: ['o', 'Enter'], words: 'open' },
  { keys: ['u', 'Escape'], words: 'back' },
  { keys: ['x'], words: 'select' },
  { keys: ['Mod+a'], words: 'selectAll' },
  { keys: ['c'], words: 'compose' },
  { keys: ['r'], words: 'reply' },
  { keys: ['a'], words: 'replyAll' },
  { keys: ['f'], words: 'forward' },
  { keys: ['Mod+Enter'], words: 'send' },
  { keys: ['Mod+/'], words: 'template' },
  { keys: ['/'], words: 'search' },
  { keys: ['z', 'Mod+z'], words: 'undo' },
  { keys: ['g i'], words: 'goInbox' },
  { keys: ['g s'], words: 'goStarred' },
  { keys: ['g t'], words: 'goSent' },
  { keys: ['g d'], words: 'goDrafts' },
  { keys: ['Mod+k'], words: 'palette' },
  { keys: ['?'], words: 'sheet' },
] as const;

/** The cheat sheet of the mailbox's shortcuts. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  // A key may have several acts, depending on the folder; they share one line.
  const keys = Map.groupBy(ACTS, (act) => act.shortcut);
  return (
    <KeysSheet
      title={t('keyboard.title')}
      onClose={onClose}
      groups={[
        {
          title: t('keyboard.moving'),
          lines: OTHER_SHORTCUTS.map(({ keys, words }) => ({ keys, words: t(`keyboard.${words}`) })),
        },
        {
          title: t('keyboard.acts'),
          lines: [...keys].flatMap(([key, acts]) => {
            const words = acts.map((act) => t(`acts.labels.${act.id}`)).join(' · ');
            return key === undefined ? [] : [{ keys: [key], words }];
          }),
        },
      ]}
    />
  );
}
