import type { ApiClient } from '@bocau/contract/client.ts';
import type { ChangeSync } from '../engine/change-sync.ts';
import type { MailModel } from './mail-model.ts';
import type { MailStore } from './mail-store.ts';

type Deps = { store: MailStore; api: ApiClient; sync: ChangeSync };

/** Operations on labels themselves. Only their change is optimistic: the server names what is new. */
export function createLabelOperations({
  store,
  api,
  sync,
}: Deps): Pick<MailModel, 'createLabel' | 'changeLabel' | 'deleteLabel'> {
  async function show(): Promise<void> {
    sync.sync();
    await sync.idle();
  }

  return {
    async createLabel(input) {
      const { data } = await api.createLabel({ body: input });
      await show();
      return data;
    },
    async changeLabel(id, change) {
      const end = store.batch(() => store.labels.plan(id, change));
      try {
        const { data } = await api.changeLabel({ params: { id }, body: change });
        await show();
        return data;
      } finally {
        store.batch(end);
      }
    },
    async deleteLabel(id) {
      const { data } = await api.deleteLabel({ params: { id } });
      await show();
      return data.id;
    },
  };
}
