import type { ApiClient } from '@bocau/contract/client.ts';
import type { ContactCard } from '@bocau/contract/contacts.ts';

/** The new state of a card; null where it was deleted, or is no longer accessible. */
export type CardChange = { id: string; card: ContactCard | null };

export type ContactChanges = {
  seq: number;
  cards: readonly CardChange[];
  areBooksTouched: boolean;
  areListsTouched: boolean;
};

/** What changed since a sequence number of the journal; with null, only the current number. */
export async function readContactChanges(api: ApiClient, since: number | null): Promise<ContactChanges> {
  const { data } = await api.getContactChanges({ query: since === null ? {} : { since: String(since) } });
  return {
    seq: data.seq,
    cards: data.cards,
    areBooksTouched: data.books === true,
    areListsTouched: data.lists === true,
  };
}
