import type { ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { ContactCard, ContactFields } from '@bocau/contract/contacts.ts';
import type { KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import { ignoreFailure } from '../engine/offline-cache.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import { unsentPrefix } from '../engine/unsent-keys.ts';
import { changedFields, mergeEdits, withoutIdleParts } from './merge-edits.ts';

/** What was typed into the form of a contact and could not be sent. */
export type KeptEdit = {
  /** The id of the card, or that which a new one gets. */
  id: string;
  /** As the screen names it. */
  name: string;
  /** Of a new card; null for the book that new cards go to. */
  bookId: string | null;
  /** What the edit began from; null of a new card. */
  base: { fields: ContactFields; revision: number } | null;
  typed: ContactFields;
  /** `conflict`: both this edit and another one changed a field; `refused`: the server takes it no more. */
  state: 'waiting' | 'conflict' | 'refused';
};

export type KeptEditOutcome = { edit: KeptEdit; outcome: 'saved' | 'conflict' | 'refused' };

type Deps = {
  api: ApiClient;
  storage: KeyValueStorage;
  clock: ModelClock;
  online: Online;
  owner: string;
  changed(): void;
  saved(card: ContactCard): void;
  ended(outcome: KeptEditOutcome): void;
};

/**
 * Edits that wait for a connection: stored on this device, and sent when it is back. Several tabs may send the same
 * one: a new card has the id that was made up for it, and a repeated change finds nothing left to change.
 */
export function createKeptEdits({ api, storage, clock, online, owner, changed, saved, ended }: Deps) {
  let edits: readonly KeptEdit[] = [];
  let sending = false;
  let closed = false;
  let restoring: Promise<void> | null = null;
  const retry = createRetry(clock);
  const prefix = unsentPrefix(owner, 'contact-edits');
  const stopListening = online.onChange(() => void send());

  function set(next: readonly KeptEdit[]): void {
    edits = next;
    changed();
  }

  function put(edit: KeptEdit): void {
    ignoreFailure(storage.set(`${prefix}${edit.id}`, edit));
    set([...edits.filter(({ id }) => id !== edit.id), edit]);
  }

  function drop(id: string): void {
    ignoreFailure(storage.remove(`${prefix}${id}`));
    set(edits.filter((edit) => edit.id !== id));
  }

  /** Resumes what this or a closed tab has left. */
  function restore(): Promise<void> {
    restoring ??= (async () => {
      const keys = await storage.keys(prefix);
      const stored = (await Promise.all(keys.map((key) => storage.get(key)))) as (KeptEdit | undefined)[];
      const known = new Set(edits.map(({ id }) => id));
      const found = stored.flatMap((edit) => (edit && !known.has(edit.id) ? edit : []));
      if (closed || found.length === 0) return;
      set([...found, ...edits]);
      await send();
    })().catch(() => undefined);
    return restoring;
  }

  async function send(): Promise<void> {
    if (sending || closed || !online.isOnline()) return;
    sending = true;
    try {
      for (;;) {
        const next = edits.find(({ state }) => state === 'waiting');
        if (!next || closed) return;
        await sendOne(next);
        retry.worked();
      }
    } catch {
      retry.later(() => void send());
    } finally {
      sending = false;
    }
  }

  /** Throws where the server can't be reached. */
  async function sendOne(edit: KeptEdit): Promise<void> {
    try {
      const card = await write(edit);
      if (card === 'conflict') return end({ ...edit, state: 'conflict' }, 'conflict');
      drop(edit.id);
      saved(card);
      ended({ edit, outcome: 'saved' });
    } catch (thrown) {
      const error: ApiError = asApiError(thrown);
      if (isUnreachable(error) || error.status === 401) throw error;
      end({ ...edit, state: 'refused' }, 'refused');
    }
  }

  function end(edit: KeptEdit, outcome: KeptEditOutcome['outcome']): void {
    // Another edit of the same card may have been kept meanwhile.
    if (!edits.some(({ id, state }) => id === edit.id && state === 'waiting')) return;
    put(edit);
    ended({ edit, outcome });
  }

  async function write({ id, bookId, base, typed }: KeptEdit): Promise<ContactCard | 'conflict'> {
    if (base === null) {
      const fields = withoutIdleParts(typed, typed);
      const body = { uid: id, fields, ...(bookId !== null && { book_id: bookId }) };
      return (await api.createContact({ body })).data;
    }
    const change = async (from: ContactFields, to: ContactFields, revision: number) => {
      const fields = withoutIdleParts(changedFields(from, to), to);
      return (await api.changeContact({ params: { id }, body: { revision, fields } })).data;
    };
    try {
      return await change(base.fields, typed, base.revision);
    } catch (error) {
      if (asApiError(error).code !== 'contact_changed') throw error;
      const latest = (await api.getContact({ params: { id } })).data;
      const both = mergeEdits(base.fields, typed, latest.fields);
      if (both.fields.length > 0) return 'conflict';
      return change(latest.fields, both.merged, latest.revision);
    }
  }

  return {
    all: () => edits,
    restore,
    /** Keeps an edit until it is sent; a later one of the same card takes its place. */
    keep(edit: Omit<KeptEdit, 'state'>): void {
      put({ ...edit, state: 'waiting' });
      retry.reset();
      retry.later(() => void send());
    },
    drop,
    resume: () => void send(),
    close(): void {
      closed = true;
      retry.reset();
      stopListening();
    },
  };
}
