import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from '../../../router/router.tsx';
import styles from './detail-page.module.css';

export type Part = {
  /** Its fragment in the address. */
  id: string;
  words: string;
  /** Set apart visually. */
  tone?: 'danger';
  content: ReactNode;
};

/**
 * Sections below each other, with links to them. The address names a section, whose heading is scrolled to
 * and focused.
 */
export function DetailParts({ label, parts }: { label: string; parts: readonly Part[] }) {
  const { pathname, search, state } = useLocation();
  const part = new URLSearchParams(search).get('part');
  const around = useRef<HTMLDivElement>(null);
  // Each choice gets a state of its own, so that choosing the same section again scrolls to it again.
  const chosen = (state as { chosen?: number } | null)?.chosen ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when the same one is chosen again
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
