import type { ApiClient } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { ChangeSync } from '../engine/change-sync.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import type { MailStore } from './mail-store.ts';

type FolderOperations = {
  create(input: { name: string; display_name?: string }): Promise<Folder>;
  update(id: string, input: { name: string; display_name?: string }): Promise<Folder>;
  place(id: string, spot: { parent_id: string | null; before_id?: string | null }): Promise<Folder>;
  remove(id: string, to?: string | null): Promise<void>;
  /** Fetches the folders when their names or their order may have changed. */
  loadStale(): void;
};

type Deps = { store: MailStore; api: ApiClient; sync: ChangeSync };

/** Operations on folders are not optimistic: only the server knows names and order. */
export function createFolderOperations({ store, api, sync }: Deps): FolderOperations {
  let loading = false;

  async function load(): Promise<void> {
    const reading = store.log.startReading();
    try {
      store.foldersStale = false;
      const { data, meta } = await api.listFolders({});
      store.batch(() => {
        store.folders.apply(data, meta.starred);
        for (const changes of reading.appliedSince()) {
          if (store.folders.applyChanges(changes)) store.foldersStale = true;
        }
      });
    } finally {
      reading.done();
    }
  }

  async function show(): Promise<void> {
    sync.sync();
    await Promise.all([load(), sync.idle()]);
  }

  return {
    async create(input) {
      const { data } = await api.createFolder({ body: input });
      await show();
      return data;
    },
    async update(id, input) {
      const { data } = await api.updateFolder({ params: { id }, body: input });
      await show();
      return data;
    },
    async place(id, spot) {
      const { data } = await api.placeFolder({ body: { folder_id: id, ...spot } });
      await show();
      return data;
    },
    async remove(id, to) {
      if (to === undefined) await api.deleteFolder({ params: { id } });
      else await api.forceDeleteFolder({ body: { folder_id: id, to_folder_id: to ?? undefined } });
      await show();
    },
    loadStale() {
      if (!store.foldersStale || loading) return;
      loading = true;
      load()
        .catch((error: unknown) => {
          if (!isUnreachable(asApiError(error))) throw error;
          // Retried with the next change.
          store.foldersStale = true;
        })
        .finally(() => (loading = false));
    },
  };
}
