import { useEffect } from 'react';
import type { DriveListRef, DriveOrder } from '../../model/drive/drive-list.ts';
import type { DriveModel, DriveView } from '../../model/drive/drive-model.ts';

type List = { model: DriveModel; list: DriveListRef; order: DriveOrder; view: DriveView };

/** Loads the remaining pages while they are wanted: each page that arrives triggers the next request. */
export function useLoadRest({ model, list, order, view }: List, isWanted: boolean): void {
  const { files, hasMore } = view;
  const isDue = isWanted && hasMore;
  useEffect(() => {
    if (isDue && files.length > 0) model.loadMore(list, order);
  }, [isDue, files, model, list, order]);
}
