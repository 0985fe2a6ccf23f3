import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { Button, TextInput } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import lines from '../../../parts/settings/lines.module.css';
import { findTemplates } from '../../../parts/templates/find-templates.ts';
import styles from '../../../parts/templates/templates.module.css';
import {
  type TemplateEntry,
  type TemplateScope,
  useTemplates,
} from '../../../parts/templates/use-templates.ts';
import { hasNoFocus } from '../../../ui/has-no-focus.ts';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SettingsWaiting } from '../settings-state.tsx';
import { TemplateForm } from './template-form.tsx';
import { TemplateHistory } from './template-history.tsx';
import { TemplateKeepers } from './template-keepers.tsx';
import { TemplateRow } from './template-row.tsx';
import { useTemplateActs } from './use-template-acts.ts';

/** What is open instead of the list, or over it. */
type Open =
  | { kind: 'form'; scope: TemplateScope; entry: TemplateEntry | null }
  | { kind: 'history'; entry: TemplateEntry };

/** The templates of the mailbox and of the company: to find, make, change and remove them. */
export function TemplateSettings() {
  const { t } = useTranslation();
  const { own, domain } = useTemplates();
  const acts = useTemplateActs();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const { root, goTo } = useFocusAfter(open?.kind === 'form');

  function close({ scope, entry }: Open & { kind: 'form' }, saved = entry?.id): void {
    goTo([`[data-template="${CSS.escape(saved ?? '')}"] button`, `[data-new="${scope}"]`]);
    setOpen(null);
  }

  if (own.isPending || domain.isPending) return <SettingsWaiting />;
  if (!own.data || !domain.data) {
    const retry = () => void Promise.all([own.refetch(), domain.refetch()]);
    return <LoadFailed words={t('templates.loadFailed')} onRetry={retry} />;
  }
  if (open?.kind === 'form') {
    return <TemplateForm scope={open.scope} entry={open.entry} onClose={(saved) => close(open, saved)} />;
  }
  const { entries: common, may_change: mayChange, may_name_keepers: mayName } = domain.data;
  const isFull = own.data.length >= TEMPLATE_LIMITS.templates;

  const list = (entries: readonly TemplateEntry[], empty: string): ReactNode => {
    const found = findTemplates(entries, typed);
    if (found.length === 0) {
      return <p className={lines.about}>{entries.length === 0 ? empty : t('templates.noneFound')}</p>;
    }
    const folders = Map.groupBy(
      found.toSorted((one, other) => one.folder.localeCompare(other.folder, 'vi')),
      ({ folder }) => folder,
    );
    return [...folders].map(([folder, inside]) => (
      // No landmarks: own ones and those of the company may have folders of one name.
      <div key={folder}>
        {folder !== '' && <h3 className={styles.folder}>{folder}</h3>}
        <ul className={lines.lines} aria-label={folder || t('templates.noFolder')}>
          {inside.map((entry) => (
            <TemplateRow
              key={entry.id}
              entry={entry}
              mayChange={entry.scope === 'own' || mayChange}
              acts={acts}
              onEdit={() => setOpen({ kind: 'form', scope: entry.scope, entry })}
              onHistory={() => setOpen({ kind: 'history', entry })}
            />
          ))}
        </ul>
      </div>
    ));
  };

  return (
    <div ref={root} data-setting="templates">
      <p className={styles.intro}>{t('templates.about', { keys: printedKey('Mod+/') })}</p>
      <TextInput
        type="search"
        aria-label={t('templates.search')}
        placeholder={t('templates.search')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div className={`${lines.heading} ${styles.heading}`}>
        <h2>{t('templates.own')}</h2>
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} />}
            title={t('templates.importHint')}
            disabled={isFull}
            onClick={() => file.current?.click()}
          >
            {t('templates.import')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={isFull}
            data-new="own"
            onClick={() => setOpen({ kind: 'form', scope: 'own', entry: null })}
          >
            {t('templates.add')}
          </Button>
        </div>
      </div>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept=".eml,.oft,.msg,.html,.htm"
        aria-label={t('templates.import')}
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          currentTarget.value = '';
          void acts.importFiles(files);
        }}
      />
      {isFull && <p className={lines.about}>{t('templates.full', { count: TEMPLATE_LIMITS.templates })}</p>}
      {list(own.data, t('templates.none'))}
      <div className={`${lines.heading} ${styles.heading}`}>
        <h2>{t('templates.domain')}</h2>
        {mayChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            disabled={common.length >= TEMPLATE_LIMITS.templates}
            data-new="domain"
            onClick={() => setOpen({ kind: 'form', scope: 'domain', entry: null })}
          >
            {t('templates.addOfDomain')}
          </Button>
        )}
      </div>
      <p className={styles.intro}>{t('templates.domainAbout')}</p>
      {list(common, t('templates.noneOfDomain'))}
      {mayName && <TemplateKeepers />}
      {open?.kind === 'history' && <TemplateHistory entry={open.entry} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** TE-23: once the form is closed, the focus goes to the first place of the list that is there. */
function useFocusAfter(isForm: boolean) {
  const root = useRef<HTMLDivElement>(null);
  const places = useRef<readonly string[]>([]);
  useEffect(() => {
    // Who has gone on elsewhere while it was saved stays there.
    if (isForm || !hasNoFocus()) return;
    const found = places.current.map((place) => root.current?.querySelector<HTMLElement>(place));
    places.current = [];
    found.find(Boolean)?.focus();
  }, [isForm]);
  return {
    root,
    goTo(wanted: readonly string[]) {
      places.current = wanted;
    },
  };
}
