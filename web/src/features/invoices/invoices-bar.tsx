import { Button } from '@mantine/core';
import { IconDownload, IconFilter, IconNote, IconTag, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { InvoiceSelection } from '../../parts/invoices/invoices-address.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { ExportMenu } from './export-menu.tsx';
import { ExportOptions } from './export-options.tsx';
import { InvoiceFilters } from './invoice-filters.tsx';
import { MarkItems } from './invoice-menu.tsx';
import styles from './invoices-bar.module.css';
import { InvoicesSearch } from './invoices-search.tsx';
import { periodWords } from './periods.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

type Props = { screen: InvoicesScreenState; withSearch: boolean };

/** What is listed or, while anything is selected, the acts on the selection. */
export function InvoicesBar({ screen, withSearch }: Props) {
  const { t } = useTranslation();
  const { rows, list } = screen;
  const [filtering, setFiltering] = useState(false);
  const { direction, search: _, ...conditions } = screen.selection;
  const isFiltered = Object.keys(conditions).length > 0;
  if (rows.picked.length > 0) return <PickedBar screen={screen} />;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('invoices.title')}>
      <div className={styles.line}>
        <label className={styles.all}>
          <input
            type="checkbox"
            aria-label={t('invoices.list.selectAll')}
            checked={false}
            disabled={list.invoices.length === 0}
            onChange={screen.pickAll.loaded}
          />
        </label>
        <fieldset className={styles.directions} aria-label={t('invoices.list.direction')}>
          {(['bought', 'sold'] as const).map((each) => (
            <Button
              key={each}
              size="compact-md"
              variant={each === direction ? 'filled' : 'default'}
              aria-pressed={each === direction}
              onClick={() => screen.choose({ direction: each, seller: undefined })}
            >
              {t(`invoices.list.${each}`)}
            </Button>
          ))}
        </fieldset>
        {!withSearch && <InvoiceFilters screen={screen} />}
        <span className={styles.gap} />
        {withSearch && (
          <ToolButton
            icon={IconFilter}
            label={t('invoices.list.filters')}
            aria-expanded={filtering}
            onClick={() => setFiltering(!filtering)}
          />
        )}
        <ExportButton screen={screen} />
      </div>
      {withSearch && <InvoicesSearch />}
      {withSearch && filtering && (
        <div className={styles.line}>
          <InvoiceFilters screen={screen} />
        </div>
      )}
      {withSearch && !filtering && isFiltered && (
        <p className={styles.conditions}>{conditionWords(t, screen.selection)}</p>
      )}
    </div>
  );
}

/** What narrows the list, while the filters are not shown. */
function conditionWords(t: Say, { period, state, mark, seller, counted }: InvoiceSelection): string {
  return [
    period === undefined ? '' : periodWords(t, period),
    state === undefined ? '' : t(`invoices.state.${state}`),
    mark === undefined ? '' : t(`invoices.marks.${mark}`),
    counted === undefined ? '' : t(`invoices.list.counted.${counted}`),
    seller === undefined ? '' : t('invoices.list.seller', { seller }),
  ]
    .filter((words) => words !== '')
    .join(' · ');
}

function PickedBar({ screen }: { screen: InvoicesScreenState }) {
  const { t } = useTranslation();
  const { picked } = screen.rows;
  const marking = useOpener('menu');
  const [first] = picked;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('invoices.title')}>
      <div className={styles.line}>
        <ToolButton icon={IconX} label={t('invoices.list.unselect')} onClick={screen.clearPicked} />
        <span className={styles.count} aria-live="polite">
          {t('invoices.list.selected', { count: picked.length })}
        </span>
        <span className={styles.gap} />
        <ToolButton {...marking.button} icon={IconTag} label={t('invoices.marks.set')} />
        {marking.opened && (
          <AnchoredMenu {...marking.opened} position="bottom-end">
            <MarkItems invoices={picked} onMark={(marks) => screen.marks.mark(picked, marks)} />
          </AnchoredMenu>
        )}
        {picked.length === 1 && first && (
          <ToolButton icon={IconNote} label={t('invoices.marks.note')} onClick={() => screen.note(first)} />
        )}
        <ExportButton screen={screen} />
      </div>
    </div>
  );
}

function ExportButton({ screen }: { screen: InvoicesScreenState }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu');
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      <ToolButton {...button} icon={IconDownload} label={t('invoices.exports.open')} />
      {opened && <ExportMenu {...opened} screen={screen} onOptions={() => setChoosing(true)} />}
      {choosing && <ExportOptions onClose={() => setChoosing(false)} />}
    </>
  );
}
