// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtualised grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active row
import type { Invoice } from '@bocau/contract/invoices.ts';
import { IconDots, IconMail, IconNote } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { amountWords, dayWords } from '../../parts/invoices/amounts.ts';
import { InvoiceStamp } from '../../parts/invoices/invoice-stamp.tsx';
import { messageAddress } from '../../parts/invoices/invoices-address.ts';
import { marksOf, markWords } from '../../parts/invoices/mark-words.ts';
import { Link } from '../../router/router.tsx';
import { RowCheckbox } from '../../ui/rows/row-checkbox.tsx';
import styles from './invoice-grid.module.css';
import { InvoiceMenu } from './invoice-menu.tsx';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

type Props = {
  invoice: Invoice;
  rowId: string;
  index: number;
  top: number;
  narrow: boolean;
  picked: boolean;
  isCursor: boolean;
  anyPicked: boolean;
  screen: InvoicesScreenState;
};

export function InvoiceRow(props: Props) {
  const { t, language } = useTranslation();
  const { invoice, picked, screen, narrow } = props;
  const { number, symbol, form, date, currency, standing, direction } = invoice;
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const other = direction === 'sold' ? invoice.buyer : invoice.seller;
  const name = other.name || t('invoices.card.unnamed');
  const marks = marksOf(invoice);
  const money = (amount: string | null) => (amount === null ? '–' : amountWords(amount, language));
  const sign = currency === 'VND' ? '' : ` ${currency}`;
  const spoken = [
    name,
    `${form}${symbol} ${number}`,
    date ? dayWords(date) : '',
    `${t('invoices.fields.total')} ${money(invoice.total)}${sign}`,
    t(`invoices.state.${invoice.state}`),
    standing === 'valid' ? '' : t(`invoices.list.${standing}`),
    markWords(t, marks),
    invoice.note === '' ? '' : `${t('invoices.marks.note')}: ${invoice.note}`,
  ];

  function onClick(event: MouseEvent): void {
    if ((event.target as Element).closest('a, button, label')) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) screen.rows.toggle(invoice, event.shiftKey);
    else {
      screen.rows.setCursor(invoice);
      screen.open(invoice.id);
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the grid's
    <div
      id={props.rowId}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={picked}
      aria-label={spoken.filter(Boolean).join(', ')}
      className={styles.row}
      data-picked={picked || undefined}
      data-cursor={props.isCursor || undefined}
      data-standing={standing}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={onClick}
    >
      <div role="gridcell" className={styles.pick}>
        <RowCheckbox
          className={styles.box}
          label={t('invoices.list.select', { number, seller: name })}
          checked={picked}
          onPick={(range) => screen.rows.toggle(invoice, range)}
        />
      </div>
      <div role="gridcell" className={styles.date}>
        {date ? dayWords(date) : t('invoices.fields.notStated')}
      </div>
      <div role="gridcell" className={styles.number}>
        <b>{number || '–'}</b>
        <span className={styles.aside}>{`${form}${symbol}`}</span>
      </div>
      <div role="gridcell" className={styles.seller}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.aside}>{other.tax_code}</span>
      </div>
      {!narrow && (
        <>
          <div role="gridcell" className={styles.figure}>
            {money(invoice.before_tax)}
          </div>
          <div role="gridcell" className={styles.figure}>
            {money(invoice.tax)}
          </div>
        </>
      )}
      <div role="gridcell" className={styles.total}>
        {money(invoice.total)}
        {sign !== '' && <span className={styles.aside}>{sign}</span>}
      </div>
      <div role="gridcell" className={styles.state}>
        <InvoiceStamp invoice={invoice} short />
        {standing !== 'valid' && (
          <span className={styles.standing} title={t('invoices.list.notCounted')}>
            {t(`invoices.list.${standing}`)}
          </span>
        )}
        {narrow && invoice.note !== '' && <IconNote size={16} aria-hidden className={styles.aside} />}
      </div>
      <div role="gridcell" className={styles.mark}>
        {marks.map((mark) => (
          <span key={mark} data-mark={mark}>
            {t(`invoices.marks.${narrow && marks.length > 1 ? 'short.' : ''}${mark}`)}
          </span>
        ))}
        {invoice.note !== '' && marks.length < 3 && (
          <span className={styles.aside} title={invoice.note}>
            {invoice.note}
          </span>
        )}
      </div>
      <div role="gridcell" className={styles.acts}>
        <Link
          to={messageAddress(invoice)}
          className={styles.act}
          tabIndex={-1}
          aria-label={t('invoices.list.message', { number })}
          data-hint={t('invoices.paper.message')}
        >
          <IconMail size={18} aria-hidden />
        </Link>
        <button
          type="button"
          className={styles.act}
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={t('invoices.list.acts', { number })}
          onClick={({ currentTarget }) => setMenu(currentTarget)}
        >
          <IconDots size={18} aria-hidden />
        </button>
        {menu && (
          <InvoiceMenu anchor={menu} onClose={() => setMenu(null)} invoice={invoice} screen={screen} />
        )}
      </div>
    </div>
  );
}
