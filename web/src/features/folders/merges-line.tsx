import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useLocation } from '../../router/router.tsx';
import styles from './folder-line.module.css';
import sidebar from './sidebar.module.css';

/** The way to the mail merges. */
export function MergesLine() {
  const { t } = useTranslation();
  const isShown = useLocation().pathname.startsWith('/merges');
  return (
    <ul className={sidebar.list} aria-label={t('folders.merges')}>
      <li>
        <div className={styles.line} data-current={isShown || undefined}>
          <Link
            to="/merges"
            className={styles.link}
            data-folder="merges"
            draggable={false}
            aria-current={isShown ? 'page' : undefined}
          >
            <IconUsers size={18} aria-hidden />
            <span className={styles.name}>{t('folders.merges')}</span>
          </Link>
        </div>
      </li>
    </ul>
  );
}
