import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import styles from './page-turner.module.css';
import { ToolButton } from './tool-button.tsx';

type Props = {
  label: string;
  earlier: string;
  later: string;
  /** The current page, in words. */
  words: string;
  page: number;
  last: boolean;
  onPage(page: number): void;
};

/** Pagination controls for a list. */
export function PageTurner({ label, earlier, later, words, page, last, onPage }: Props) {
  return (
    <nav className={styles.pages} aria-label={label}>
      <ToolButton
        icon={IconChevronLeft}
        label={earlier}
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      />
      <span role="status">{words}</span>
      <ToolButton icon={IconChevronRight} label={later} disabled={last} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
