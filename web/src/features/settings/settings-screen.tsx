import { type ReactNode, Suspense } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link, useParams } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { BlockedSenders } from './blocked-senders.tsx';
import { FolderSettings } from './folder-settings.tsx';
import { GeneralSettings } from './general-settings.tsx';
import styles from './settings-screen.module.css';
import { TABS, type Tab, tabOf } from './settings-tabs.ts';

const ForwardingSettings = lazyPart(async () => {
  const [{ ForwardingSettings: Part }] = await Promise.all([
    import('./forwarding/forwarding-settings.tsx'),
    loadLaterWords(),
  ]);
  return Part;
}, 'on-demand');

const PANELS: Record<Tab, () => ReactNode> = {
  general: GeneralSettings,
  folders: FolderSettings,
  autoforward: () => <ForwardingSettings />,
  customfilters: BlockedSenders,
};

export function SettingsScreen() {
  const { t } = useTranslation();
  const tab = tabOf(useParams().tab);
  const Panel = PANELS[tab];
  usePageTitle(t('settings.title'));
  return (
    <div className={styles.scroller}>
      <div className={styles.screen}>
        <h1 className={styles.title}>{t('settings.title')}</h1>
        <nav className={styles.tabs} aria-label={t('settings.title')}>
          {TABS.map((each) => (
            <Link key={each} to={`/setting/${each}`} aria-current={each === tab ? 'page' : undefined}>
              {t(`settings.tabs.${each}`)}
            </Link>
          ))}
        </nav>
        <section className={styles.panel} aria-label={t(`settings.tabs.${tab}`)}>
          <Suspense fallback={null}>
            <Panel />
          </Suspense>
        </section>
      </div>
    </div>
  );
}
