import type { Invoice, InvoiceSum } from '@bocau/contract/invoices.ts';
import { IconAlertTriangle, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { moneyWords, sumAmounts } from '../../parts/invoices/amounts.ts';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import styles from './invoice-sums.module.css';
import { RateSums } from './rate-sums.tsx';
import { TallyLine, tallyOf } from './tally-line.tsx';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

/** Below it the sums are one line, which opens. */
const SPREAD_FROM = 600;

/** The sums of what is selected, or else of the whole list, and by rate when asked for. */
export function InvoiceSums({ screen }: { screen: InvoicesScreenState }) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const isCompact = useIsNarrow(section, textPixels(SPREAD_FROM));
  const [open, setOpen] = useState(false);
  const { picked } = screen.rows;
  const isPicked = picked.length > 0;
  const title = t(isPicked ? 'invoices.sums.ofSelection' : 'invoices.sums.ofFilter');
  const totals = isPicked ? sumsOf(picked) : (screen.list.data?.totals ?? []);
  const tally = isPicked ? tallyOf(picked) : (screen.list.data?.tally ?? null);
  const hasRates = open && totals.length > 0;
  const bar = { open, onToggle: () => setOpen(!open), totals, title };
  return (
    <section ref={section} className={styles.sums} aria-label={title}>
      {hasRates && !isCompact && <RateSums screen={screen} />}
      {open && isCompact && (
        <div className={styles.opened}>
          <Totals totals={totals} title={title} />
          {tally && <TallyLine tally={tally} screen={screen} />}
          {hasRates && <RateSums screen={screen} />}
        </div>
      )}
      {isCompact ? (
        <OneLine {...bar} hasTally={tally !== null && Object.values(tally).some((count) => count > 0)} />
      ) : (
        <>
          <Spread {...bar} />
          {tally && <TallyLine tally={tally} screen={screen} />}
        </>
      )}
    </section>
  );
}

type BarProps = { totals: readonly InvoiceSum[]; title: string; open: boolean; onToggle(): void };

function OneLine({ totals, title, open, onToggle, hasTally }: BarProps & { hasTally: boolean }) {
  const { t, language } = useTranslation();
  const Chevron = open ? IconChevronDown : IconChevronUp;
  return (
    <button type="button" className={styles.oneLine} aria-expanded={open} onClick={onToggle}>
      <span className="visually-hidden">{title}</span>
      <span>{t('invoices.list.count', { count: totals.reduce((all, { count }) => all + count, 0) })}</span>
      {hasTally && (
        <IconAlertTriangle
          size={16}
          className={styles.warning}
          role="img"
          aria-label={t('invoices.sums.hasTally')}
        />
      )}
      <span className={styles.total}>
        {totals.map(({ currency, total }) => (
          <span key={currency}>{moneyWords(total, currency, language)}</span>
        ))}
      </span>
      <Chevron size={18} aria-hidden />
    </button>
  );
}

function Spread({ totals, title, open, onToggle }: BarProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.line}>
      <Totals totals={totals} title={title} />
      {totals.length > 0 && (
        <button type="button" className={styles.toggle} aria-expanded={open} onClick={onToggle}>
          {t(open ? 'invoices.sums.hideRates' : 'invoices.sums.perRate')}
        </button>
      )}
    </div>
  );
}

function Totals({ totals, title }: Pick<BarProps, 'totals' | 'title'>) {
  const { t, language } = useTranslation();
  return (
    <div className={styles.totals} aria-live="polite">
      {totals.length === 0 && t('invoices.sums.nothing')}
      {totals.map((sum) => (
        <dl key={sum.currency}>
          <div>
            <dt>{title}</dt>
            <dd>{t('invoices.list.count', { count: sum.count })}</dd>
          </div>
          <div>
            <dt>{t('invoices.fields.beforeTax')}</dt>
            <dd>{moneyWords(sum.before_tax, sum.currency, language)}</dd>
          </div>
          <div>
            <dt>{t('invoices.fields.tax')}</dt>
            <dd>{moneyWords(sum.tax, sum.currency, language)}</dd>
          </div>
          <div>
            <dt>{t('invoices.fields.total')}</dt>
            <dd className={styles.total}>{moneyWords(sum.total, sum.currency, language)}</dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

/** As the server sums: what is a duplicate or was replaced does not count. */
function sumsOf(invoices: readonly Invoice[]): InvoiceSum[] {
  const counted = invoices.filter(({ standing }) => standing === 'valid');
  return [...Map.groupBy(counted, ({ currency }) => currency)].map(([currency, some]) => ({
    currency,
    count: some.length,
    before_tax: sumAmounts(some.map((one) => one.before_tax ?? '0')),
    tax: sumAmounts(some.map((one) => one.tax ?? '0')),
    total: sumAmounts(some.map((one) => one.total ?? '0')),
  }));
}
