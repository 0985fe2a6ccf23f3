import type { ApiClient } from '@bocau/contract/client.ts';
import type { ContactBulk, ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import { say } from '../../../i18n/i18n.ts';
import { createStore } from '../../../lib/store.ts';
import { after } from '../../../lib/timers.ts';
import type { ContactListRef } from '../../../model/contacts/contact-place.ts';
import { asApiError, isUnreachable } from '../../../model/engine/retry.ts';
import { recordAct, type Undoing } from '../../../parts/acts/act-history.ts';
import { takeBack } from '../../../parts/acts/undo-latest.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { announceContactFailure } from '../begin-contact-act.ts';

/** The act on many contacts that the server runs for this page; it goes on when the page is left. */
export const runningBulk = createStore<{ job: ContactBulk; undoing: boolean } | null>(null);

type Bulk = {
  api: ApiClient;
  order: ContactBulkOrder;
  /** What was done, to so many. */
  words(count: number): string;
  /** The server has changed contacts: what is shown is read again. */
  changed(): void;
  /** It is over, done or undone. */
  ended?(state: 'done' | 'undone'): void;
};

/** The first look comes soon: few contacts are done at once. */
const FIRST_LOOK_MS = 150;
const NEXT_LOOK_MS = 1000;
const SECONDS = 10;

/** Begins an act on everything that a list shows; resolves to whether the server took it. Throws what it refuses. */
export async function runContactBulk(bulk: Bulk): Promise<void> {
  const { data } = await bulk.api.startContactBulk({ body: bulk.order });
  void follow(bulk, data, false);
}

/** Where the list of an order is the one that is shown. */
export function bulkWhereOf(list: ContactListRef): ContactBulkOrder['where'] {
  switch (list.kind) {
    case 'all':
      return {};
    case 'book':
      return { book_id: list.id };
    case 'list':
      return { list: list.name };
    case 'search':
      return { search: list.words };
    default:
      return { only: list.kind };
  }
}

export async function stopContactBulk(api: ApiClient, id: string): Promise<void> {
  try {
    await api.stopContactBulk({ params: { id } });
  } catch (error) {
    announceContactFailure(say('contacts.bulk.notStopped'), asApiError(error));
  }
}

async function follow(bulk: Bulk, begun: ContactBulk, undoing: boolean): Promise<void> {
  let job = begun;
  let wait = FIRST_LOOK_MS;
  while (job.state === 'running' || job.state === 'undoing') {
    runningBulk.set({ job, undoing });
    await new Promise<void>((resolve) => after(wait, resolve));
    wait = NEXT_LOOK_MS;
    try {
      job = (await bulk.api.getContactBulk({ params: { id: job.id } })).data;
    } catch (error) {
      // Without a connection it goes on all the same, and is looked at when that is back.
      if (isUnreachable(asApiError(error))) continue;
      break;
    }
  }
  runningBulk.set(null);
  bulk.changed();
  tellEnd(bulk, job, undoing);
}

function tellEnd(bulk: Bulk, job: ContactBulk, undoing: boolean): void {
  const words = bulk.words(job.changed);
  if (undoing) {
    if (job.state === 'undone') {
      notify({ text: say('acts.undone', { what: words }) });
      bulk.ended?.('undone');
    } else notify({ text: say('contacts.refused.undo'), tone: 'danger', seconds: SECONDS });
    return;
  }
  if (job.state === 'failed') notify({ text: say('contacts.bulk.failed'), tone: 'danger', seconds: SECONDS });
  if (job.changed > 0) {
    const id = recordAct({ jobId: job.id, words: () => words, undo: () => undo(bulk, job) });
    const rest = restOf(job);
    const text = rest > 0 ? `${words}. ${say('contacts.bulk.rest', { count: rest })}` : words;
    notify({ text, undo: () => takeBack(id), seconds: SECONDS });
  } else if (job.state !== 'failed') notify({ text: say('contacts.bulk.nothing') });
  if (job.state === 'done') bulk.ended?.('done');
}

/** Those that stay as they were: the others of the list, where it was stopped, and what can't be changed. */
function restOf({ act, state, total, changed }: ContactBulk): number {
  const isWhole = act === 'trash' || act === 'restore' || act === 'move' || state === 'cancelled';
  return isWhole && act !== 'relist' ? Math.max(0, total - changed) : 0;
}

async function undo(bulk: Bulk, { id }: ContactBulk): Promise<Undoing> {
  try {
    const { data } = await bulk.api.undoContactBulk({ params: { id } });
    void follow(bulk, data, true);
    return 'begun';
  } catch (thrown) {
    const error = asApiError(thrown);
    announceContactFailure(say('contacts.refused.undo'), error);
    return error.code === 'not_undoable' || error.code === 'job_not_found' ? 'final' : 'failed';
  }
}
