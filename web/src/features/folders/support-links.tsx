import { IconHelpCircle, IconMessage2 } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { HelpLink } from '../../parts/help/help-link.tsx';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import line from './folder-line.module.css';
import rail from './folder-rail.module.css';
import styles from './support-links.module.css';

/** LY-1: help, and a button to the feedback address, as configured for this installation. */
export function SupportLinks({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const withCompose = useWithCompose();
  const links = useSessionState((session) => session.user()?.links);
  const canSend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const feedback = links?.feedback;
  const isPage = feedback?.startsWith('https:') ?? false;
  const write = () => withCompose((compose) => compose.openNew({ to: feedback ?? '' }));
  const showsFeedback = feedback !== undefined && (isPage || canSend);
  return (
    <div className={folded ? rail.services : line.services}>
      <div className={folded ? undefined : line.line}>
        <HelpLink {...looksOf(t('shell.help'), folded)}>
          <Sign icon={IconHelpCircle} name={t('shell.help')} folded={folded} />
        </HelpLink>
      </div>
      {showsFeedback && (
        <SupportLine
          folded={folded}
          icon={IconMessage2}
          name={t('shell.feedback')}
          href={isPage ? feedback : undefined}
          onClick={write}
        />
      )}
    </div>
  );
}

type Icon = ComponentType<{ size: number }>;
type LineProps = {
  folded: boolean;
  icon: Icon;
  name: string;
  /** A page that opens in a new tab; without it this is a button. */
  href: string | undefined;
  onClick?: () => void;
};

function SupportLine({ folded, icon, name, href, onClick }: LineProps) {
  const sign = <Sign icon={icon} name={name} folded={folded} />;
  return (
    <div className={folded ? undefined : line.line}>
      {href === undefined ? (
        <button type="button" data-leaves {...looksOf(name, folded)} onClick={onClick}>
          {sign}
        </button>
      ) : (
        <a {...looksOf(name, folded)} href={href} target="_blank" rel="noopener noreferrer">
          {sign}
        </a>
      )}
    </div>
  );
}

function Sign({ icon: Icon, name, folded }: { icon: Icon; name: string; folded: boolean }) {
  return (
    <>
      <Icon size={folded ? 20 : 18} />
      {!folded && <span className={line.name}>{name}</span>}
    </>
  );
}

function looksOf(name: string, folded: boolean) {
  return {
    className: `${folded ? rail.item : line.link} ${styles.entry}`,
    'aria-label': name,
    'data-hint': folded ? name : undefined,
    'data-hint-side': 'right',
  };
}
