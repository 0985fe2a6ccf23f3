import { IconAdjustments, IconFileSpreadsheet, IconFileTypeCsv, IconFileZip } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { exportedColumns } from './export-columns.ts';
import { MOST_BY_ID } from './most-by-id.ts';
import { useExport } from './use-export.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

type Props = Opened & { screen: InvoicesScreenState; onOptions(): void };

const EXPORTS = [
  { words: 'xlsx', file: 'xlsx', rows: 'heads', icon: IconFileSpreadsheet },
  { words: 'xlsxLines', file: 'xlsx', rows: 'lines', icon: IconFileSpreadsheet },
  { words: 'csv', file: 'csv', rows: 'heads', icon: IconFileTypeCsv },
  { words: 'csvLines', file: 'csv', rows: 'lines', icon: IconFileTypeCsv },
  { words: 'zip', file: 'zip', rows: null, icon: IconFileZip },
] as const;

/** What is selected, or else the whole list as it is filtered, as files. */
export function ExportMenu({ screen, onOptions, ...opened }: Props) {
  const { t, language } = useTranslation();
  const { invoice_columns: columns, invoice_names: pattern } = useSettings();
  const startExport = useExport();
  const { picked } = screen.rows;
  const tooMany = !screen.isWhole && picked.length > MOST_BY_ID;

  function addressOf(file: string, rows: 'heads' | 'lines' | null): string {
    const query = new URLSearchParams(screen.selection);
    if (picked.length > 0 && !screen.isWhole) query.set('ids', picked.map(({ id }) => id).join(','));
    if (rows !== null) {
      query.set('rows', rows);
      query.set('lang', language);
      if (columns) query.set('columns', exportedColumns(columns, rows));
    } else if (pattern) query.set('pattern', pattern);
    return `/api/v2/invoices/export.${file}?${query}`;
  }

  return (
    <AnchoredMenu {...opened} position="bottom-end">
      <Menu.Label>
        {tooMany
          ? t('invoices.exports.tooMany', { count: MOST_BY_ID })
          : picked.length > 0
            ? t('invoices.list.selected', { count: picked.length })
            : t('invoices.exports.ofFilter')}
      </Menu.Label>
      {EXPORTS.map(({ words, file, rows, icon: Icon }) => (
        <Menu.Item
          key={words}
          component="a"
          href={addressOf(file, rows)}
          download
          onClick={(event: MouseEvent) => {
            event.preventDefault();
            void startExport(addressOf(file, rows));
          }}
          disabled={tooMany}
          leftSection={<Icon size={16} />}
        >
          {t(`invoices.exports.${words}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconAdjustments size={16} />} onClick={onOptions}>
        {t('invoices.exports.options')}
      </Menu.Item>
    </AnchoredMenu>
  );
}
