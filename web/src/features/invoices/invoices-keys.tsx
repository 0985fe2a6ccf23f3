import { useTranslation } from '../../i18n/use-translation.ts';
import { KeysSheet } from '../../parts/keyboard/keys-sheet.tsx';

const MOVING = [
  { keys: ['j', 'k'], words: 'nextPrevious' },
  { keys: ['o', 'Enter'], words: 'open' },
  { keys: ['/'], words: 'find' },
  { keys: ['?'], words: 'sheet' },
] as const;

const SELECTING = [
  { keys: ['x'], words: 'select' },
  { keys: ['Shift+j', 'Shift+k'], words: 'extend' },
  { keys: ['Mod+a'], words: 'all' },
  { keys: ['Escape'], words: 'none' },
  { keys: ['z', 'Mod+z'], words: 'undo' },
] as const;

/** The cheat sheet of the invoices. */
export function InvoicesKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const groups = [
    { title: t('invoices.sheet.moving'), lines: MOVING },
    { title: t('invoices.sheet.selecting'), lines: SELECTING },
  ].map(({ title, lines }) => ({
    title,
    lines: lines.map(({ keys, words }) => ({ keys, words: t(`invoices.sheet.${words}`) })),
  }));
  return <KeysSheet title={t('invoices.sheet.title')} onClose={onClose} groups={groups} />;
}
