import type { ReactNode } from 'react';
import styles from './error-layout.module.css';

/** An error: what happened, what was kept, and what to do now. */
export function ErrorNotice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.acts}>{children}</div>
    </section>
  );
}
