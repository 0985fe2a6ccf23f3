import type { Invoice } from '@bocau/contract/invoices.ts';
import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import { useApi } from '../mailbox/use-api.ts';
import { PendingPart } from '../pending/pending-part.tsx';
import { useQuery } from '../queries/use-query.ts';
import { useSettings } from '../settings/use-settings.ts';
import { dayWords, moneyWords } from './amounts.ts';
import styles from './invoice-card.module.css';
import { InvoiceChecks } from './invoice-checks.tsx';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { InvoiceStamp } from './invoice-stamp.tsx';
import { monthAddress } from './invoices-address.ts';
import { invoicesSeen } from './invoices-seen.ts';
import { StandingLine } from './standing-line.tsx';
import { useAskSeller } from './use-ask-seller.ts';

/** How many of a message are shown before the rest is asked for: a zip may hold twenty. */
const SHOWN = 3;

type CardsProps = { messageId: string };

/** The invoices of a message as cards; nothing where none was read from its files, or the person wants none. */
export function InvoiceCards({ messageId }: CardsProps) {
  const { show_invoices: isOn } = useSettings();
  return isOn ? <Cards messageId={messageId} /> : null;
}

function Cards({ messageId }: CardsProps) {
  const api = useApi();
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const { data, isPending, fetchStatus } = useQuery({
    queryKey: ['message-invoices', messageId],
    queryFn: async ({ signal }) => {
      const { data: invoices } = await api.listMessageInvoices({ params: { id: messageId } }, signal);
      if (invoices.length > 0) invoicesSeen.set(true);
      return invoices;
    },
  });
  // What follows waits for it, so that it is not pushed down while it is read; without a connection it does not.
  if (isPending && fetchStatus !== 'paused') return <PendingPart hidden />;
  if (!data || data.length === 0) return null;
  const shown = all ? data : data.slice(0, SHOWN);
  return (
    <>
      {shown.map((invoice) => (
        <Card key={invoice.id} invoice={invoice} onOpen={setOpened} />
      ))}
      {shown.length < data.length && (
        <Button variant="default" onClick={() => setAll(true)} className={styles.more}>
          {t('invoices.card.more', { count: data.length - shown.length })}
        </Button>
      )}
      {opened !== null && (
        <InvoiceDialog id={opened} onShow={setOpened} onClose={() => setOpened(null)} isAtMessage />
      )}
    </>
  );
}

function Card({ invoice, onOpen }: { invoice: Invoice; onOpen(id: string): void }) {
  const { t, language } = useTranslation();
  const askSeller = useAskSeller(invoice);
  const { seller, buyer, direction, number, symbol, form, date, currency, total } = invoice;
  // Of what is sold, the buyer is who one wants to see.
  const other = direction === 'sold' ? buyer : seller;
  const name = other.name || t('invoices.card.unnamed');
  return (
    <section className={styles.card} aria-label={t('invoices.card.label', { number, seller: name })}>
      <p className={styles.kind}>
        <IconReceipt size={16} aria-hidden /> {t(`invoices.kinds.${invoice.kind}`)}
        {direction === 'sold' && ` · ${t('invoices.card.sold')}`}
      </p>
      <div className={styles.head}>
        <div className={styles.who}>
          <h2>{name}</h2>
          {other.tax_code !== '' && (
            <p className={styles.aside}>{t('invoices.card.taxCode', { code: other.tax_code })}</p>
          )}
        </div>
        {total !== null && <p className={styles.total}>{moneyWords(total, currency, language)}</p>}
      </div>
      <dl className={styles.facts}>
        <Fact words={t('invoices.fields.number')}>{number}</Fact>
        <Fact words={t('invoices.fields.symbol')}>{`${form}${symbol}`}</Fact>
        <Fact words={t('invoices.fields.date')}>{date ? dayWords(date) : t('invoices.fields.noDate')}</Fact>
        <Money words={t('invoices.fields.beforeTax')} amount={invoice.before_tax} currency={currency} />
        <Money words={t('invoices.fields.tax')} amount={invoice.tax} currency={currency} />
      </dl>
      <StandingLine invoice={invoice} onOpen={() => onOpen(invoice.id)} />
      <details className={styles.checks}>
        <summary>
          <InvoiceStamp invoice={invoice} />
          <span className="visually-hidden">{t('invoices.card.checks')}</span>
        </summary>
        <InvoiceChecks checks={invoice.checks} />
      </details>
      <div className={`${styles.acts} not-printed`}>
        <Button variant="default" onClick={() => onOpen(invoice.id)}>
          {t('invoices.card.open')}
        </Button>
        <Button variant="subtle" component={Link} to={monthAddress(invoice)}>
          {t('invoices.card.list')}
        </Button>
        {askSeller && invoice.state === 'failed' && (
          <Button variant="subtle" onClick={askSeller}>
            {t('invoices.ask.act')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Fact({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div>
      <dt>{words}</dt>
      <dd>{children || '–'}</dd>
    </div>
  );
}

function Money({ words, amount, currency }: { words: string; amount: string | null; currency: string }) {
  const { language } = useTranslation();
  return <Fact words={words}>{amount !== null && moneyWords(amount, currency, language)}</Fact>;
}
