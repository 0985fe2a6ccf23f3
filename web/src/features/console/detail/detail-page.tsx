import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { useLocation } from '../../../router/router.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { BackToList } from './back-to-list.tsx';
import styles from './detail-page.module.css';
import { DetailParts, type Part } from './detail-parts.tsx';

type Props = {
  /** The list that the item belongs to. */
  list: { to: string; words: string; all: string };
  title: string;
  /** Below the heading. */
  about?: ReactNode;
  /** Shown in place of the parts where they are not available. */
  instead: ReactNode;
  parts: readonly Part[];
};

/**
 * The page of one item of a list: the way back, its heading, which takes the focus on arrival, and its parts.
 */
export function DetailPage({ list, title, about, instead, parts }: Props) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  const isAtPart = useRef(new URLSearchParams(search).has('part'));
  usePageTitle(`${title} – ${list.words}`);
  useEffect(() => {
    if (!isAtPart.current) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={pageStyles.page}>
      <BackToList to={list.to} words={list.all} />
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {about}
      {instead ?? <DetailParts label={t('admin.parts')} parts={parts} />}
    </div>
  );
}
