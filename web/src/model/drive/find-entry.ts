import type { ApiClient } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveListRef } from './drive-list.ts';

/** An entry and the list in which this user finds it: above what others share, nothing is visible. */
export async function findEntry(
  api: ApiClient,
  id: string,
): Promise<{ file: DriveFile; list: DriveListRef }> {
  const { data } = await api.getDriveFile({ params: { id } });
  const { breadcrumb, ...file } = data;
  const above = breadcrumb.at(-1);
  if (above) return { file, list: { kind: 'folder', id: above.id } };
  return { file, list: file.prop.permission === 'OWNER' ? { kind: 'folder', id: null } : { kind: 'shared' } };
}
