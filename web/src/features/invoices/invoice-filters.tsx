import { CHECK_STATES, INVOICE_MARK_CHOICES } from '@bocau/contract/invoices.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import styles from './invoices-bar.module.css';
import { monthsBack } from './months-back.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

/** Books are kept for two years here; what is older is found by a search. */
const MONTHS = 24;

export function InvoiceFilters({ screen }: { screen: InvoicesScreenState }) {
  const { t } = useTranslation();
  const { selection, choose } = screen;
  const months = monthsBack(new Date(now()), MONTHS);
  if (selection.month !== undefined && !months.includes(selection.month)) months.push(selection.month);
  const monthWords = (value: string) => {
    const [year, month] = value.split('-');
    return t('invoices.list.monthOf', { month, year });
  };
  const states = CHECK_STATES.map((value) => ({ value, label: t(`invoices.state.${value}`) }));
  const marks = INVOICE_MARK_CHOICES.map((value) => ({
    value,
    label: t(`invoices.marks.${value}`),
  }));
  return (
    <>
      <NativeSelect
        className={styles.select}
        aria-label={t('invoices.list.month')}
        value={selection.month ?? ''}
        data={[
          { value: '', label: t('invoices.list.allMonths') },
          ...months.map((value) => ({ value, label: monthWords(value) })),
        ]}
        onChange={(event) => choose({ month: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        className={styles.select}
        aria-label={t('invoices.list.state')}
        value={selection.state ?? ''}
        data={[{ value: '', label: t('invoices.list.allStates') }, ...states]}
        onChange={(event) =>
          choose({ state: states.find(({ value }) => value === event.currentTarget.value)?.value })
        }
      />
      <NativeSelect
        className={styles.select}
        aria-label={t('invoices.list.mark')}
        value={selection.mark ?? ''}
        data={[{ value: '', label: t('invoices.list.allMarks') }, ...marks]}
        onChange={(event) =>
          choose({ mark: marks.find(({ value }) => value === event.currentTarget.value)?.value })
        }
      />
      {selection.seller !== undefined && (
        <Button
          size="compact-md"
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          title={t('invoices.list.anySeller')}
          onClick={() => choose({ seller: undefined })}
        >
          {t('invoices.list.seller', { seller: sellerWords(screen, selection.seller) })}
        </Button>
      )}
    </>
  );
}

function sellerWords({ list }: InvoicesScreenState, code: string): string {
  return list.invoices.find(({ seller }) => seller.tax_code === code)?.seller.name || code;
}
