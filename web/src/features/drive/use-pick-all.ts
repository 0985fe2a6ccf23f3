import { useEffect } from 'react';
import type { DriveListRef, DriveOrder } from '../../model/drive/drive-list.ts';
import type { DriveModel, DriveView } from '../../model/drive/drive-model.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import { useLoadRest } from './use-load-rest.ts';

type List = { model: DriveModel; list: DriveListRef; listKey: string; order: DriveOrder; view: DriveView };

/** Rows of a list that may be loaded to be picked together: acts name each of them. */
const MOST = 5_000;

export type PickAll = {
  /** Those that are loaded. */
  loaded(): void;
  /** How many there are in all, where they may be picked together; null where that is not known, or too many. */
  most: number | null;
  /** All of the list: those that are not loaded yet are picked when they have come. */
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
