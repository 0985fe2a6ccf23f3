import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from './account-page.module.css';

export type Cursors = {
  /** The cursor of the current page; null: the first page. */
  cursor: string | null;
  page: number;
  forward(next: string): void;
  back(): void;
  reset(): void;
};

/** Pagination over an API that only returns the cursor of the next page. */
export function useCursors(): Cursors {
  const [passed, setPassed] = useState<string[]>([]);
  return {
    cursor: passed.at(-1) ?? null,
    page: passed.length + 1,
    forward: (next) => setPassed([...passed, next]),
    back: () => setPassed(passed.slice(0, -1)),
    reset: () => setPassed([]),
  };
}

export function Pages({
  cursors,
  next,
  waiting,
}: {
  cursors: Cursors;
  next: string | null;
  waiting: boolean;
}) {
  const { t } = useTranslation();
  const { page } = cursors;
  if (page === 1 && next === null) return null;
  return (
    <nav className={styles.pages} aria-label={t('people.pages')}>
      <ToolButton
        icon={IconChevronLeft}
        label={t('people.earlier')}
        disabled={page === 1}
        onClick={cursors.back}
      />
      <span role="status">{t('security.history.page', { page })}</span>
      <ToolButton
        icon={IconChevronRight}
        label={t('people.later')}
        disabled={next === null || waiting}
        onClick={() => {
          if (next !== null) cursors.forward(next);
        }}
      />
    </nav>
  );
}
