import { useEffect, useMemo } from 'react';
import { BY_NAME, type DriveListRef } from '../../model/drive/drive-list.ts';
import { useDrive, useDriveModel } from '../../parts/drive/use-drive.ts';
import { isFolder } from './drive-kinds.ts';

/** The subfolders of a drive folder; null is the top. */
export function useFoldersWithin(folderId: string | null) {
  const model = useDriveModel();
  const ref = useMemo((): DriveListRef => ({ kind: 'folder', id: folderId }), [folderId]);
  const view = useDrive((reader) => reader.view(ref, BY_NAME));
  useEffect(() => model.hold(ref, BY_NAME), [model, ref]);
  // Folders come first: further pages are requested as long as a page contains nothing else.
  const folders = view.files.filter(isFolder);
  const wantsMore = view.hasMore && folders.length === view.files.length && folders.length > 0;
  useEffect(() => {
    if (wantsMore) model.loadMore(ref, BY_NAME);
  }, [wantsMore, model, ref]);

  return { folders, loading: view.loading, refresh: () => void model.refresh(ref, BY_NAME) };
}
