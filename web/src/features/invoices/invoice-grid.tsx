// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active row
import type { Invoice } from '@bocau/contract/invoices.ts';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { useArrival } from '../../router/router.tsx';
import { indexOfKey, rowsOfPage } from '../../ui/rows/index-of-key.ts';
import { recallScroll, rememberScroll } from '../../ui/rows/scroll-memory.ts';
import { useGridFocus } from '../../ui/rows/use-grid-focus.ts';
import { useRowWindow } from '../../ui/rows/use-row-window.ts';
import styles from './invoice-grid.module.css';
import { InvoiceRow } from './invoice-row.tsx';
import type { InvoicesScreenState } from './use-invoices-screen.ts';

/** The next page is requested when so many rows are left to scroll. */
const AHEAD = 40;
/** As the style sheet says. */
const HEIGHT = { columns: 64, card: 112, stack: 208 };

const HEADS = ['date', 'number', 'seller', 'beforeTax', 'tax', 'total'] as const;

/** `stacked`: with large text on a phone, a part of an invoice on each line. */
type Props = { screen: InvoicesScreenState; narrow: boolean; stacked: boolean };

/** The invoices as a virtualised grid with one tab stop; further pages are loaded on scrolling. */
export function InvoiceGrid({ screen, narrow, stacked }: Props) {
  const { t } = useTranslation();
  const { list, rows, selection } = screen;
  const { invoices } = list;
  const { cursor, picked } = rows;
  const scroller = useRef<HTMLDivElement>(null);
  const height = textPixels(HEIGHT[stacked ? 'stack' : narrow ? 'card' : 'columns']);
  const at = cursor ? invoices.indexOf(cursor) : -1;
  const restoring = useArrival() === 'pop';
  const scrollKey = `invoices ${list.address}`;
  const { indexes, show } = useRowWindow(scroller, {
    ...{ count: invoices.length, height },
    offset: restoring ? recallScroll(scrollKey) : 0,
    always: at,
    left: (offset) => rememberScroll(scrollKey, offset),
  });
  const [keys, setKeys] = useGridFocus(scroller, screen.grid, show);
  const isNearEnd = list.hasMore && !list.moreFailed && (indexes.at(-1) ?? 0) >= invoices.length - AHEAD;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new page may still be too short
  useEffect(() => {
    if (isNearEnd) void list.more();
  }, [isNearEnd, invoices.length]);

  function onKey(event: KeyboardEvent): boolean {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return false;
    const page = rowsOfPage(scroller.current, height);
    const begin = () => Math.ceil((scroller.current?.scrollTop ?? 0) / height);
    const to = indexOfKey(event.key, { at, count: invoices.length, page, begin });
    if (to !== null) screen.move(to, event.shiftKey);
    else if (event.key === 'Enter' && cursor) screen.open(cursor.id);
    else if (event.key === ' ' && cursor) rows.toggle(cursor, event.shiftKey);
    else return false;
    event.preventDefault();
    return true;
  }

  return (
    <>
      {!narrow && (
        <div className={styles.heads} aria-hidden>
          <span />
          {HEADS.map((name) => (
            <span key={name} data-figure={/Tax|tax|total/.test(name) || undefined}>
              {t(`invoices.fields.${name === 'seller' && selection.direction === 'sold' ? 'buyer' : name}`)}
            </span>
          ))}
          <span>{t('invoices.list.state')}</span>
          <span>{t('invoices.list.mark')}</span>
          <span />
        </div>
      )}
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={t('invoices.list.rows')}
        aria-multiselectable
        aria-rowcount={list.hasMore ? -1 : invoices.length}
        aria-activedescendant={cursor && at >= 0 ? rowId(cursor) : undefined}
        tabIndex={0}
        data-keys={keys}
        data-narrow={narrow || undefined}
        data-stacked={stacked || undefined}
        onKeyDown={(event) => onKey(event) && setKeys(true)}
        onPointerDown={() => setKeys(false)}
        onFocus={(event) => {
          if (event.target !== event.currentTarget) return;
          if (!event.currentTarget.matches(':focus-visible')) return;
          setKeys(true);
          if (at < 0 && invoices.length > 0) screen.move(0, false);
        }}
      >
        <div className={styles.rows} role="rowgroup" style={{ height: invoices.length * height }}>
          {indexes.map((index) => {
            const invoice = invoices[index] as Invoice;
            return (
              <InvoiceRow
                key={invoice.id}
                invoice={invoice}
                rowId={rowId(invoice)}
                index={index}
                top={index * height}
                narrow={narrow}
                picked={rows.selection.ids.has(invoice.id)}
                isCursor={invoice === cursor}
                anyPicked={picked.length > 0}
                screen={screen}
              />
            );
          })}
        </div>
        {list.moreFailed && (
          <p className={styles.more} role="alert">
            {t('invoices.list.moreFailed')}{' '}
            <button type="button" onClick={() => void list.more()}>
              {t('common.actions.retry')}
            </button>
          </p>
        )}
      </div>
    </>
  );
}

function rowId({ id }: Invoice): string {
  return `invoice-${id}`;
}
