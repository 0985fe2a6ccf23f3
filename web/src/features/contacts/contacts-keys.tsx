import { useTranslation } from '../../i18n/use-translation.ts';
import { KeysSheet } from '../../parts/keyboard/keys-sheet.tsx';
import { CONTACT_ACTS } from './contact-acts.ts';

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

/** The cheat sheet of the shortcuts. */
export function ContactsKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  // A key may have several acts, depending on the list; they share one line.
  const acts = Map.groupBy(
    CONTACT_ACTS.filter(({ shortcut }) => shortcut !== null),
    ({ shortcut }) => shortcut as string,
  );
  return (
    <KeysSheet
      title={t('contacts.sheet.title')}
      onClose={onClose}
      groups={[
        {
          title: t('contacts.sheet.moving'),
          lines: MOVING.map(({ keys, words }) => ({ keys, words: t(`contacts.sheet.${words}`) })),
        },
        {
          title: t('contacts.sheet.acts'),
          lines: [
            { keys: ['c'], words: t('contacts.new') },
            ...[...acts].map(([key, some]) => ({
              keys: [key],
              words: some.map(({ id }) => t(`contacts.acts.${id}`)).join(' · '),
            })),
            { keys: ['Mod+Enter', 'Mod+s'], words: t('contacts.sheet.save') },
          ],
        },
      ]}
    />
  );
}
