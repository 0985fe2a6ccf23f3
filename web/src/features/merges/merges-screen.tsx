import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFocusInside } from '../../parts/keyboard/use-focus-inside.ts';
import { useLocation, useParams } from '../../router/router.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { MergeList } from './merge-list.tsx';
import { MergePage } from './merge-page.tsx';
import styles from './merges.module.css';
import { NewMerge } from './new-merge.tsx';

/** The mail merges as a list, a new one of a draft, or one of them. */
export function MergesScreen() {
  const { t } = useTranslation();
  const { id } = useParams();
  const { search } = useLocation();
  const section = useRef<HTMLElement>(null);
  useFocusInside(section, () => section.current?.focus({ preventScroll: true }));
  usePageTitle(t('merges.title'));
  // Each step begins at its top, however far down the step before was read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is in the address
  useLayoutEffect(() => {
    if (section.current) section.current.scrollTop = 0;
  }, [id, search]);
  const draft = new URLSearchParams(search).get('draft');
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={styles.screen}
      aria-label={t('merges.title')}
      data-scroller
    >
      <div className={styles.page}>
        {id === undefined ? (
          <MergeList />
        ) : id === 'new' ? (
          <NewMerge draft={draft} />
        ) : (
          <MergePage key={id} id={id} />
        )}
      </div>
    </section>
  );
}
