import { type ComponentType, Suspense, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TABS, type Tab, tabOf } from '../../parts/settings/settings-tabs.ts';
import { Link, useParams } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './settings-screen.module.css';
import { SettingsSearch } from './settings-search.tsx';
import { SettingsWaiting } from './settings-state.tsx';
import { useFoundField } from './use-found-field.ts';

const Weights = lazyPart(async () => (await import('./storage/weight-panel.tsx')).WeightPanel);

const PANELS: Record<Tab, ComponentType> = {
  general: lazyPart(async () => (await import('./general-settings.tsx')).GeneralSettings),
  folders: lazyPart(async () => (await import('./folder-settings.tsx')).FolderSettings),
  pop3imap: lazyPart(async () => (await import('./server-info.tsx')).ServerInfo),
  autoforward: lazyPart(
    async () => (await import('./forwarding/forwarding-settings.tsx')).ForwardingSettings,
  ),
  customfilters: lazyPart(async () => (await import('./filter-settings.tsx')).FilterSettings),
  templates: lazyPart(async () => (await import('./templates/template-settings.tsx')).TemplateSettings),
  newsletters: Weights,
  storage: Weights,
  account: lazyPart(async () => (await import('./sender-accounts.tsx')).SenderAccounts),
};

export function SettingsScreen() {
  const { t } = useTranslation();
  const tab = tabOf(useParams().tab);
  const panel = useRef<HTMLElement>(null);
  const Panel = PANELS[tab];
  useFoundField(panel);
  usePageTitle(t('settings.title'));
  return (
    <div className={styles.scroller} data-scroller>
      <div className={styles.screen}>
        <div className={styles.top}>
          <h1 className={styles.title}>{t('settings.title')}</h1>
          <SettingsSearch />
        </div>
        <nav className={styles.tabs} aria-label={t('settingFields.tabs')}>
          {TABS.map((each) => (
            <Link
              key={each}
              ref={each === tab ? showWhole : undefined}
              to={`/setting/${each}`}
              aria-current={each === tab ? 'page' : undefined}
            >
              {t(`settings.tabs.${each}`)}
            </Link>
          ))}
        </nav>
        <section ref={panel} className={styles.panel} aria-label={t(`settings.tabs.${tab}`)}>
          <Suspense fallback={<SettingsWaiting />}>
            <Panel />
          </Suspense>
        </section>
      </div>
    </div>
  );
}

/** On a phone the tabs scroll: brings the current one into view. */
function showWhole(link: HTMLElement | null): void {
  const tabs = link?.parentElement;
  if (!link || !tabs) return;
  const [outer, inner] = [tabs.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.right > outer.right) tabs.scrollLeft += inner.right - outer.right;
  if (inner.left < outer.left) tabs.scrollLeft += inner.left - outer.left;
}
