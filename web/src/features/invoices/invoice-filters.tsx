import { CHECK_STATES, INVOICE_MARK_CHOICES } from '@bocau/contract/invoices.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import styles from './invoices-bar.module.css';
import { monthsBack, periodWords, quartersBack, yearsBack } from './periods.ts';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

/** Books are kept for two years here; what is older is found by a search. */
const MONTHS = 24;
const QUARTERS = 8;
const YEARS = 3;

export function InvoiceFilters({ screen }: { screen: InvoicesScreenState }) {
  const { t } = useTranslation();
  const { selection, choose } = screen;
  const today = new Date(now());
  const months = monthsBack(today, MONTHS);
  const quarters = quartersBack(today, QUARTERS);
  const years = yearsBack(today, YEARS);
  const { period } = selection;
  const isOffered = period === undefined || [...months, ...quarters, ...years].includes(period);
  const named = (periods: string[]) => periods.map((value) => ({ value, label: periodWords(t, value) }));
  const states = CHECK_STATES.map((value) => ({ value, label: t(`invoices.state.${value}`) }));
  const marks = INVOICE_MARK_CHOICES.map((value) => ({
    value,
    label: t(`invoices.marks.${value}`),
  }));
  return (
    <>
      <NativeSelect
        className={styles.select}
        aria-label={t('invoices.list.period')}
        value={period ?? ''}
        data={[
          { value: '', label: t('invoices.list.allPeriods') },
          ...named(isOffered ? [] : [period]),
          { group: t('invoices.list.months'), items: named(months) },
          { group: t('invoices.list.quarters'), items: named(quarters) },
          { group: t('invoices.list.years'), items: named(years) },
        ]}
        onChange={(event) => choose({ period: event.currentTarget.value || undefined })}
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
        <Condition removal={t('invoices.list.anySeller')} onRemove={() => choose({ seller: undefined })}>
          {t('invoices.list.seller', { seller: sellerWords(screen, selection.seller) })}
        </Condition>
      )}
      {selection.counted !== undefined && (
        <Condition removal={t('invoices.list.clear')} onRemove={() => choose({ counted: undefined })}>
          {t(`invoices.list.counted.${selection.counted}`)}
        </Condition>
      )}
    </>
  );
}

type ConditionProps = { removal: string; onRemove(): void; children: ReactNode };

/** One that no list of choices has: a press takes it away. */
function Condition({ removal, onRemove, children }: ConditionProps) {
  return (
    <Button
      size="compact-md"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      title={removal}
      onClick={onRemove}
    >
      {children}
    </Button>
  );
}

function sellerWords({ list }: InvoicesScreenState, code: string): string {
  return list.invoices.find(({ seller }) => seller.tax_code === code)?.seller.name || code;
}
