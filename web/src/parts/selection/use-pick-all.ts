import { useEffect } from 'react';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import { NOTHING_PICKED, type Row, type Selection } from './selection.ts';

/** A list as far as it is loaded. */
type List = { key: string; rows: readonly Row[]; hasMore: boolean; total: number | null };

/** The most rows of a list that are loaded in order to select them all: requests name each of them. */
const MOST = 5_000;

export type PickAll = {
  /** Selects the loaded rows. */
  loaded(): void;
  /**
   * The size of the whole list, if it may be selected as a whole; null where that is unknown or too large.
   */
  most: number | null;
  /** Selects the whole list: rows not loaded yet are selected when they arrive. */
  whole(): void;
  /** The whole list is wanted: the caller loads the rest of it. */
  isComing: boolean;
  stop(): void;
};

export function usePickAll(list: List, select: (selection: Selection) => void): PickAll {
  const { key, rows, hasMore, total } = list;
  const [isComing, setComing] = useKeyed(key, false);
  const loaded = () => select({ ...NOTHING_PICKED, ids: new Set(rows.map(({ id }) => id)) });

  useEffect(() => {
    if (!isComing || hasMore) return;
    setComing(false);
    loaded();
  });

  return {
    loaded,
    most: total !== null && total <= MOST ? total : null,
    whole: () => setComing(true),
    isComing,
    stop: () => setComing(false),
  };
}
