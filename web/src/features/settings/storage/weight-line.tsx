import type { ReactNode } from 'react';
import { readableSize } from '../../../lib/sizes.ts';
import { Link } from '../../../router/router.tsx';
import styles from './weight-line.module.css';

type Props = {
  title: string;
  /** Where the title leads to, and what that is called where the title does not say it. */
  to?: string | undefined;
  label?: string | undefined;
  about?: ReactNode;
  bytes: number;
  /** What can be done about it. */
  children?: ReactNode;
};

/** One thing that needs storage, and how much. */
export function WeightLine({ title, to, label, about, bytes, children }: Props) {
  return (
    <li className={styles.line}>
      <span className={styles.texts}>
        {to === undefined ? (
          <span className={styles.title}>{title}</span>
        ) : (
          <Link className={styles.title} to={to} aria-label={label}>
            {title}
          </Link>
        )}
        {about && <span className={styles.about}>{about}</span>}
      </span>
      <span className={styles.size}>{readableSize(bytes)}</span>
      <span className={styles.acts}>{children}</span>
    </li>
  );
}
