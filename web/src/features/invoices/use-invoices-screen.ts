import type { Invoice } from '@bocau/contract/invoices.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type InvoiceSelection,
  invoicesAddress,
  selectionAt,
} from '../../parts/invoices/invoices-address.ts';
import { focusListSearch, useListKeys } from '../../parts/keyboard/use-list-keys.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { usePickAll } from '../../parts/selection/use-pick-all.ts';
import { useRowSelection } from '../../parts/selection/use-row-selection.ts';
import { useBackLayer, useLocation, useNavigate } from '../../router/router.tsx';
import type { GridHandle } from '../../ui/rows/use-grid-focus.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { useInvoices } from './use-invoices.ts';
import { useInvoicesElsewhere } from './use-invoices-elsewhere.ts';
import { useMarks } from './use-marks.ts';

export type InvoicesScreenState = ReturnType<typeof useInvoicesScreen>;

/** All state and acts of the invoices except their rendering. */
export function useInvoicesScreen() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const narrow = useIsNarrowScreen();
  const selection = useMemo(() => selectionAt(search), [search]);
  const list = useInvoices(selection);
  useInvoicesElsewhere(list.address);
  const rows = useRowSelection(list.address, list.invoices);
  const [opened, open] = useState<string | null>(null);
  const [keysShown, showKeys] = useState(false);
  const [noted, note] = useState<Invoice | null>(null);
  const grid = useRef<GridHandle | null>(null);
  const marks = useMarks();
  const { hasMore } = list;
  const pickAll = usePickAll(
    { key: list.address, rows: list.invoices, hasMore, total: list.data?.count ?? null },
    rows.select,
  );
  const loadsRest = pickAll.isComing && !list.moreFailed;
  useEffect(() => {
    if (loadsRest) void list.more();
  });

  function move(to: number, extending: boolean): void {
    const row = list.invoices[to];
    if (!row) return;
    rows.moveTo(row, extending);
    grid.current?.show(to);
  }

  function perform(key: string): boolean {
    const { cursor } = rows;
    const at = cursor ? list.invoices.indexOf(cursor) : -1;
    switch (key) {
      case 'j':
      case 'k':
      case 'Shift+j':
      case 'Shift+k':
        move(
          Math.min(list.invoices.length - 1, Math.max(0, at + (key.endsWith('j') ? 1 : -1))),
          key.startsWith('Shift'),
        );
        grid.current?.focus(true);
        return true;
      case 'o':
        if (cursor) open(cursor.id);
        return cursor !== null;
      case 'x':
        if (cursor) rows.toggle(cursor, false);
        return cursor !== null;
      case 'Mod+a':
        pickAll.loaded();
        return true;
      case 'Escape':
        rows.select(NOTHING_PICKED);
        return rows.picked.length > 0;
      case '/':
        return focusListSearch();
      case '?':
        showKeys(true);
        return true;
      default:
        // Keys of mail have nothing to act on here.
        return /^[#!svrafu]$|^Shift\+[iu]$/.test(key);
    }
  }
  useListKeys(opened !== null || noted !== null || keysShown, perform);
  // As in the list of mail: on a phone the selection is a layer of the page.
  useBackLayer(() => rows.select(NOTHING_PICKED), narrow && rows.picked.length > 0);

  return {
    ...{ selection, list, rows, opened, open, noted, note, keysShown, showKeys, grid, marks, move, pickAll },
    clearPicked: () => rows.select(NOTHING_PICKED),
    /** All of the list, so that its address names it as well as the ids would. */
    isWhole: !hasMore && rows.picked.length === list.invoices.length,
    /** Another selection; what is undefined is no condition any more. */
    choose(change: { [K in keyof InvoiceSelection]?: InvoiceSelection[K] | undefined }): void {
      const next = Object.fromEntries(
        Object.entries({ ...selection, ...change }).filter(([, value]) => value !== undefined),
      );
      void navigate(invoicesAddress(next as InvoiceSelection), { replace: true });
    },
  };
}
