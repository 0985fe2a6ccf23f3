import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from '../../../router/router.tsx';
import styles from './detail-page.module.css';

export type Part = {
  /** In the address. */
  id: string;
  words: string;
  /** It stands apart. */
  tone?: 'danger';
  content: ReactNode;
};

/** Groups below each other, and links to them. The address names one: its heading is shown and has the focus. */
export function DetailParts({ label, parts }: { label: string; parts: readonly Part[] }) {
  const { pathname, search, state } = useLocation();
  const part = new URLSearchParams(search).get('part');
  const around = useRef<HTMLDivElement>(null);
  // Each choice is another state: the same part is gone to again.
  const chosen = (state as { chosen?: number } | null)?.chosen ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: gone to again when it is chosen again
  useEffect(() => {
    const heading = [...(around.current?.querySelectorAll('h2') ?? [])].find(
      ({ id }) => id === `part-${part}`,
    );
    if (!heading) return;
    heading.scrollIntoView({ block: 'start' });
    heading.focus({ preventScroll: true });
  }, [part, chosen]);
  return (
    <div ref={around}>
      <nav className={styles.parts} aria-label={label}>
        {parts.map(({ id, words }) => (
          <Link
            key={id}
            to={`${pathname}?part=${id}`}
            replace
            state={{ ...(state as object | null), chosen: chosen + 1 }}
          >
            {words}
          </Link>
        ))}
      </nav>
      {parts.map(({ id, words, tone, content }) => (
        <section key={id} className={styles.part} data-tone={tone} aria-labelledby={`part-${id}`}>
          <h2 id={`part-${id}`} tabIndex={-1}>
            {words}
          </h2>
          {content}
        </section>
      ))}
    </div>
  );
}
