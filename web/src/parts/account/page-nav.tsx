import type { IconHome } from '@tabler/icons-react';
import { Link } from '../../router/router.tsx';
import styles from './page-nav.module.css';

type Entry = { to: string; words: string; icon: typeof IconHome };

/** Beside the page; on a phone above it, scrolling sideways. */
export function PageNav({ label, entries, shown }: { label: string; entries: Entry[]; shown: string }) {
  return (
    <nav className={styles.nav} aria-label={label}>
      {entries.map(({ to, words, icon: Icon }) => (
        <Link
          key={to}
          ref={to === shown ? showWhole : undefined}
          to={to}
          aria-current={to === shown ? 'page' : undefined}
        >
          <Icon size={20} stroke={1.75} aria-hidden />
          {words}
        </Link>
      ))}
    </nav>
  );
}

/** On a phone the entries scroll: keeps the current one in view. */
function showWhole(link: HTMLElement | null): void {
  const nav = link?.parentElement;
  if (!link || !nav) return;
  const [outer, inner] = [nav.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.right > outer.right) nav.scrollLeft += inner.right - outer.right;
  if (inner.left < outer.left) nav.scrollLeft += inner.left - outer.left;
}
