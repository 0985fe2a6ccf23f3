import { ActionIcon } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import styles from './search-bar.module.css';
import { SearchInput } from './search-input.tsx';
import { useSearchBar } from './use-search-bar.ts';

const OperatorSheet = lazyPart(async () => {
  const [{ OperatorSheet: Part }] = await Promise.all([import('./operator-sheet.tsx'), loadLaterWords()]);
  return Part;
}, 'on-demand');
const AdvancedPopover = lazyPart(async () => {
  const [{ AdvancedPopover: Part }] = await Promise.all([import('./advanced-popover.tsx'), loadLaterWords()]);
  return Part;
});

type Props = { narrow: boolean; onLeave(): void };

/** The field with its suggestions, and the advanced form below it. */
export function SearchField({ narrow, onLeave }: Props) {
  const { t } = useTranslation();
  const bar = useSearchBar(onLeave);
  const { typed, advanced, setAdvanced } = bar;
  const [form, setForm] = useState<HTMLFormElement | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: Enter submits it */}
      <form
        ref={setForm}
        role="search"
        aria-label={t('search.label')}
        className={styles.bar}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          bar.enter();
        }}
      >
        <IconSearch size={18} className={styles.sign} aria-hidden />
        <SearchInput bar={bar} narrow={narrow} />
        {typed !== '' && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('search.clear')}
            onClick={bar.clear}
          >
            <IconX size={16} />
          </ActionIcon>
        )}
        <ActionIcon
          ref={opener}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('search.advanced')}
          data-hint={advanced ? undefined : t('search.advanced')}
          aria-haspopup="dialog"
          aria-expanded={advanced}
          onPointerEnter={AdvancedPopover.prepare}
          onFocus={AdvancedPopover.prepare}
          onClick={() => {
            bar.suggestions.show(false);
            setAdvanced(!advanced);
          }}
        >
          <IconAdjustmentsHorizontal size={18} />
        </ActionIcon>
      </form>
      <Suspense>
        {advanced && form && (
          <AdvancedPopover
            anchor={form}
            opener={opener}
            onClose={() => setAdvanced(false)}
            terms={bar.terms()}
            onSearch={bar.search}
            onHelp={bar.explain}
            onReset={bar.reset}
          />
        )}
        {bar.explained && <OperatorSheet onClose={() => bar.setExplained(false)} />}
      </Suspense>
    </>
  );
}
