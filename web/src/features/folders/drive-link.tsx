import { IconCloud } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { Link, useLocation } from '../../router/router.tsx';
import line from './folder-line.module.css';
import rail from './folder-rail.module.css';

/** LY-7: the services of the product end the sidebar; they are the drive, for whom it is turned on. */
export function DriveLink({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const enabled = useMailbox((model) => model.user()?.enable_drive);
  const { pathname } = useLocation();
  if (!enabled) return null;
  const name = t('folders.drive');
  const current = pathname.startsWith('/drive');
  return (
    <nav className={folded ? rail.services : line.services} aria-label={t('folders.services')}>
      <div className={folded ? undefined : line.line} data-current={current || undefined}>
        <Link
          to="/drive"
          className={folded ? rail.item : line.link}
          aria-current={current ? 'page' : undefined}
          aria-label={name}
          data-hint={folded ? name : undefined}
          data-hint-side="right"
        >
          <IconCloud size={folded ? 20 : 18} aria-hidden />
          {!folded && <span className={line.name}>{name}</span>}
        </Link>
      </div>
    </nav>
  );
}
