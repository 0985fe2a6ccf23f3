import { CONTACT_COLUMNS, type ContactImportPlan } from '@bocau/contract/contact-imports.ts';
import { NativeSelect, Radio, Stack } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/imports/import.module.css';
import { columnNamed, columnWords } from './column-words.ts';
import { ImportFaults } from './import-faults.tsx';
import { ImportUnread } from './import-unread.tsx';
import type { ContactImport } from './use-contact-import.ts';

type Props = { state: ContactImport; plan: ContactImportPlan };

/** What an import would do: the columns, the first cards, those that are there already, and the faults. */
export function ImportPlan({ state, plan }: Props) {
  const { t } = useTranslation();
  const { duplicates } = plan;
  const names = duplicates.rows
    .slice(0, 3)
    .map(({ name, organisation, email, phone }) => name || organisation || email || phone)
    .join(', ');
  return (
    <>
      {state.columns && <Columns state={state} plan={plan} />}
      {plan.rows.length > 0 && <FirstCards rows={plan.rows} />}
      {duplicates.total > 0 && (
        <Radio.Group
          label={t('contactTools.import.duplicates', { count: duplicates.total })}
          description={t('contactTools.import.duplicatesOf', { names })}
          value={state.duplicates}
          onChange={(value) => state.setDuplicates(value === 'add' ? 'add' : 'skip')}
        >
          <Stack gap={0} mt={4}>
            <Radio className={styles.radio} value="skip" label={t('contactTools.import.skip')} />
            <Radio className={styles.radio} value="add" label={t('contactTools.import.add')} />
          </Stack>
        </Radio.Group>
      )}
      {/* Servers of the previous release say nothing of it. */}
      {plan.unread && <ImportUnread unread={plan.unread} ofCards={plan.kind === 'vcard'} />}
      <ImportFaults faults={plan.faults} ofCards={plan.kind === 'vcard'} />
    </>
  );
}

/** What each column of a spreadsheet is taken for; a change plans again. */
function Columns({ state, plan }: Props) {
  const { t } = useTranslation();
  const meanings = [
    { value: '', label: t('contactTools.import.ignored') },
    ...CONTACT_COLUMNS.map((column) => ({ value: column, label: columnWords(t, column) })),
  ];
  return (
    <details className={styles.columns} open={plan.columns.some(({ column }) => column === null)}>
      <summary>{t('contactTools.import.columns')}</summary>
      <div className={styles.pairs}>
        {plan.columns.map(({ heading, sample }, at) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place; headings may be equal
            key={at}
            label={t('contactTools.import.column', {
              heading: heading || t('contactTools.import.columnAt', { at: at + 1 }),
            })}
            description={sample === '' ? undefined : t('contactTools.import.sample', { sample })}
            value={state.columns?.[at] ?? ''}
            disabled={state.busy === 'importing'}
            data={meanings}
            onChange={({ currentTarget }) => state.setColumn(at, columnNamed(currentTarget.value))}
          />
        ))}
      </div>
    </details>
  );
}

function FirstCards({ rows }: { rows: ContactImportPlan['rows'] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls sideways can be scrolled by keys
    <section className={styles.table} aria-label={t('contactTools.import.rows')} tabIndex={0}>
      <table>
        <caption>{t('contactTools.import.rows')}</caption>
        <thead>
          <tr>
            {(['full_name', 'organisation', 'email', 'phone'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`contactTools.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, organisation, email, phone }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file may be equal
            <tr key={at}>
              <td>{name}</td>
              <td>{organisation}</td>
              <td>{email}</td>
              <td>{phone}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
