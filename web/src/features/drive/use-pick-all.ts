import { useEffect } from 'react';
import type { DriveListRef, DriveOrder } from '../../model/drive/drive-list.ts';
import type { DriveModel, DriveView } from '../../model/drive/drive-model.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import { useLoadRest } from './use-load-rest.ts';

type List = { model: DriveModel; list: DriveListRef; listKey: string; order: DriveOrder; view: DriveView };

/** The most rows of a list that are loaded in order to select them all: requests name each of them. */
const MOST = 5_000;

export type PickAll = {
  /** Selects the loaded entries. */
  loaded(): void;
  /**
   * The size of the whole list, if it may be selected as a whole; null where that is unknown or too large.
   */
  most: number | null;
  /** Selects the whole list: entries not loaded yet are selected when they arrive. */
  whole(): void;
  isComing: boolean;
  stop(): void;
};

export function usePickAll(where: List, select: (selection: Selection) => void): PickAll {
  const { view, listKey } = where;
  const [isComing, setComing] = useKeyed(listKey, false);
  useLoadRest(where, isComing);
  const loaded = () => select({ ...NOTHING_PICKED, ids: new Set(view.files.map(({ id }) => id)) });

  useEffect(() => {
    if (!isComing || view.hasMore) return;
    setComing(false);
    loaded();
  });

  return {
    loaded,
    most: view.total !== null && view.total <= MOST ? view.total : null,
    whole: () => setComing(true),
    isComing,
    stop: () => setComing(false),
  };
}
