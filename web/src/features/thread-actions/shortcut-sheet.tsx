import { useTranslation } from '../../i18n/use-translation.ts';
import { KeysSheet } from '../../parts/keyboard/keys-sheet.tsx';
import { OTHER_SHORTCUTS } from '../../parts/keyboard/shortcuts.ts';
import { ACTS } from './acts.ts';

/** All keys of the mailbox on one page. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  // One key does what fits the folder: there is one line for it.
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
            return key === null ? [] : [{ keys: [key], words }];
          }),
        },
      ]}
    />
  );
}
