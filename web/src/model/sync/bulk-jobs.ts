import type { BulkJob, BulkWhere } from '@bocau/contract/bulk.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folders.ts';
import type { MailStore } from '../base/mail-store.ts';
import type { ListRef, MailModel } from '../mail-model.ts';

type BulkJobs = Pick<MailModel, 'startBulk' | 'bulkJob' | 'cancelBulk' | 'undoBulk'> & {
  lay(job: BulkJob): void;
  /** Asks how far those are that went on while there was no connection. */
  refresh(): Promise<void>;
};

export function createBulkJobs(store: MailStore, api: ApiClient): BulkJobs {
  function lay(job: BulkJob): void {
    store.batch(() => store.bulkJobs.set(job.id, job));
    store.emit({ kind: 'bulk-progress', job });
  }

  async function ask(id: string): Promise<void> {
    lay((await api.getBulk({ params: { id } })).data);
  }

  return {
    lay,
    async startBulk({ where, action, to_folder_id }) {
      const { data } = await api.startBulk({ body: { where: whereOf(where), action, to_folder_id } });
      if (!store.bulkJobs.has(data.id)) await ask(data.id);
      return data.id;
    },
    bulkJob: (id) => store.bulkJobs.get(id) ?? null,
    async cancelBulk(id) {
      await api.cancelBulk({ params: { id } });
    },
    async undoBulk(id) {
      await api.undoBulk({ params: { id } });
    },
    async refresh() {
      const running = [...store.bulkJobs.values()].filter(
        ({ state }) => state === 'running' || state === 'undoing',
      );
      await Promise.all(running.map(({ id }) => ask(id)));
    },
  };
}

const NUMBERS = new Set(['start_date', 'end_date']);
const FLAGS = new Set(['has_attachment', 'is_star', 'is_read']);

/** The search of an address, as a body says it. */
function whereOf(list: ListRef): BulkWhere {
  if (list.kind === 'folder') return { in: list.path };
  if (list.kind === 'starred') return { in: STARRED };
  const terms = Object.entries(list.terms).filter(([name]) => name !== 'sort');
  return Object.fromEntries(
    terms.map(([name, value]) => {
      if (NUMBERS.has(name)) return [name, Number(value)];
      return [name, FLAGS.has(name) ? value === 'true' : value];
    }),
  );
}
