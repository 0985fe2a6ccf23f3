import { type ComponentType, Suspense, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TABS, type Tab, tabOf } from '../../parts/settings/settings-tabs.ts';
import { Link, useParams } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PartMissing } from '../../ui/part-missing.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './settings-screen.module.css';
import { SettingsSearch } from './settings-search.tsx';
import { SettingsWaiting } from './settings-state.tsx';
import { useFoundField } from './use-found-field.ts';

function panel(load: () => Promise<ComponentType>) {
  return lazyPart(load, 'later', PartMissing);
}

const Weights = panel(async () => (await import('./storage/weight-panel.tsx')).WeightPanel);

const PANELS: Record<Tab, ComponentType> = {
  general: panel(async () => (await import('./general-settings.tsx')).GeneralSettings),
  folders: panel(async () => (await import('./folder-settings.tsx')).FolderSettings),
  pop3imap: panel(async () => (await import('./server-info.tsx')).ServerInfo),
  autoforward: panel(async () => (await import('./forwarding/forwarding-settings.tsx')).ForwardingSettings),
  customfilters: panel(async () => (await import('./filter-settings.tsx')).FilterSettings),
  templates: panel(async () => (await import('./templates/template-settings.tsx')).TemplateSettings),
  newsletters: Weights,
  storage: Weights,
  account: panel(async () => (await import('./sender-accounts.tsx')).SenderAccounts),
};

export function SettingsScreen() {
  const { t } = useTranslation();
  const tab = tabOf(useParams().tab);
  const shown = useRef<HTMLElement>(null);
  const Panel = PANELS[tab];
  useFoundField(shown);
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
        <section ref={shown} className={styles.panel} aria-label={t(`settings.tabs.${tab}`)}>
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
