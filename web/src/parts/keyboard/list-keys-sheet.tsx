import { useTranslation } from '../../i18n/use-translation.ts';
import { type KeyLine, KeysSheet } from './keys-sheet.tsx';

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

type Props = { words: 'contacts.sheet' | 'drive.sheet'; acts: readonly KeyLine[]; onClose(): void };

/** The cheat sheet of a list: how to move in it and select, and the acts on its rows. */
export function ListKeysSheet({ words: room, acts, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <KeysSheet
      title={t(`${room}.title`)}
      onClose={onClose}
      groups={[
        {
          title: t(`${room}.moving`),
          lines: MOVING.map(({ keys, words }) => ({ keys, words: t(`${room}.${words}`) })),
        },
        { title: t(`${room}.acts`), lines: acts },
      ]}
    />
  );
}

/** A key may have several acts, depending on the list; they share one line. */
export function actLines<Act extends { shortcut: string | null }>(
  acts: readonly Act[],
  wordsOf: (act: Act) => string,
): KeyLine[] {
  const byKey = Map.groupBy(acts, ({ shortcut }) => shortcut);
  return [...byKey].flatMap(([key, some]) =>
    key === null ? [] : [{ keys: [key], words: some.map(wordsOf).join(' · ') }],
  );
}
