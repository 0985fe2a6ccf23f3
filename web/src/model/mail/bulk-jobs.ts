import type { BulkJob, BulkWhere } from '@bocau/contract/bulk.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { isSearchParameter, SEARCH_PARAMETERS } from '@bocau/contract/typed-search.ts';
import { listQuery, termsOf } from './list-filter.ts';
import type { ListRef, MailModel } from './mail-model.ts';
import type { MailStore } from './mail-store.ts';

type BulkJobs = Pick<
  MailModel,
  'startBulk' | 'startFilter' | 'followBulk' | 'latestBulkJobs' | 'bulkJob' | 'cancelBulk' | 'undoBulk'
> & {
  apply(job: BulkJob): void;
  /** Asks the server for the progress of jobs that went on while there was no connection. */
  refresh(): Promise<void>;
};

export function createBulkJobs(store: MailStore, api: ApiClient): BulkJobs {
  function apply(job: BulkJob): void {
    store.batch(() => store.bulkJobs.set(job.id, job));
    store.emit({ kind: 'bulk-progress', job });
  }

  async function ask(id: string): Promise<void> {
    const known = store.bulkJobs.get(id);
    const { data } = await api.getBulk({ params: { id } });
    // What the socket told meanwhile is newer, or is followed by what is: a late answer must not hide that it has ended.
    if (store.bulkJobs.get(id) === known) apply(data);
  }

  async function begun(id: string): Promise<string> {
    if (!store.bulkJobs.has(id)) await ask(id);
    return id;
  }

  /** The action must hit what the list shows, so it matches words in the same mode as the list did. */
  function wordsShown(list: ListRef): Pick<BulkWhere, 'words'> {
    const words = store.pages.wordsOf(list);
    return words === null ? {} : { words };
  }

  return {
    apply,
    async startBulk({ where, ...act }) {
      const shown = { ...whereOf(where), ...wordsShown(where) };
      const { data } = await api.startBulk({ body: { where: shown, ...act } });
      return begun(data.id);
    },
    async startFilter(ruleId, path) {
      const body = path === null ? {} : { in: path };
      return begun((await api.runFilter({ params: { id: ruleId }, body })).data.id);
    },
    followBulk: begun,
    latestBulkJobs: async () => (await api.listBulk({})).data,
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

/** The list as the request body of a bulk job. */
function whereOf(list: ListRef): BulkWhere {
  const terms = Object.entries(termsOf(list)).flatMap(([name, value]) =>
    isSearchParameter(name) ? [[name, VALUES[SEARCH_PARAMETERS[name]](value)]] : [],
  );
  return { ...listQuery(list), ...Object.fromEntries(terms) };
}

const VALUES = { text: String, number: Number, flag: (value: string) => value === 'true' };
