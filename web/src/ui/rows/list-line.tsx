import type { ReactNode } from 'react';
import styles from './list-line.module.css';

/** Says above the rows which part of the list they are, beside a button that changes it. */
export function ListLine({ children }: { children: ReactNode }) {
  return (
    <div className={styles['line']} role="status">
      {children}
    </div>
  );
}
