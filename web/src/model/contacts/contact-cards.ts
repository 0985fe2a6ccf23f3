import type { ApiClient } from '@bocau/contract/client.ts';
import type { ContactCard } from '@bocau/contract/contacts.ts';
import type { ModelClock } from '../engine/environment.ts';
import { createHeldLoader, type Held } from '../engine/held-loader.ts';
import type { Notifier } from '../engine/notifier.ts';
import type { Overlay } from '../engine/overlay.ts';
import type { ContactLists } from './contact-lists.ts';
import type { CardView } from './contacts-model.ts';
import type { Contacts } from './contacts-noun.ts';
import type { CardChange } from './read-contact-changes.ts';

type KnownCard = Held & { readonly id: string; card: ContactCard | null };

type Deps = {
  api: ApiClient;
  clock: ModelClock;
  log: Pick<ContactLists, 'startReading'>;
  notifier: Pick<Notifier<never>, 'batch'>;
  overlay(): Overlay<Contacts>;
  start(): Promise<void>;
  /** The card as cached on this device. */
  lastSeen(id: string): Promise<ContactCard | null>;
};

/** Maximum number of cached cards that are not on screen. */
const MOST_KEPT = 60;
const LOADING: CardView = { loading: 'loading', card: null, error: null };

/** Opened cards: loaded while they are held, and kept up to date by the journal. */
export function createContactCards({ api, clock, log, notifier, overlay, start, lastSeen }: Deps) {
  const cards = new Map<string, KnownCard>();
  const views = new Map<string, CardView>();
  const loader = createHeldLoader<KnownCard, CardChange>({
    clock,
    log,
    batch: notifier.batch,
    entries: () => cards.values(),
    isKnown: ({ card }) => card !== null,
    ready: start,
    async lastSeen(known) {
      const card = await lastSeen(known.id);
      if (!card) return null;
      return () => {
        known.card ??= card;
      };
    },
    load,
  });

  function load(known: KnownCard): void {
    void loader.read<ContactCard>(known, {
      ask: async () => (await api.getContact({ params: { id: known.id } })).data,
      take(card, changes) {
        const latest = changes.findLast(({ id }) => id === known.id);
        known.card = latest ? latest.card : card;
      },
      failed({ status }) {
        if (status === 403 || status === 404) known.card = null;
      },
    });
  }

  function get(id: string): KnownCard {
    const known = cards.get(id);
    if (known) return known;
    const fresh: KnownCard = { id, card: null, holds: 0, stale: false, loading: false, error: null };
    cards.set(id, fresh);
    return fresh;
  }

  function release(known: KnownCard): void {
    known.holds -= 1;
    if (known.holds > 0) return;
    cards.delete(known.id);
    cards.set(known.id, known);
    const idle = [...cards.values()].filter(({ holds }) => holds === 0);
    for (const { id } of idle.slice(0, Math.max(0, idle.length - MOST_KEPT))) {
      cards.delete(id);
      views.delete(id);
    }
  }

  return {
    view(id: string): CardView {
      const known = cards.get(id);
      if (!known) return LOADING;
      const card = known.card && overlay().changeDetail(known.card);
      const error = known.error;
      const before = views.get(id);
      if (before && before.card === card && before.error === error) return before;
      const view: CardView = { loading: card ? 'ready' : error ? 'failed' : 'loading', card, error };
      views.set(id, view);
      return view;
    },
    hold(id: string): () => void {
      const known = get(id);
      known.holds += 1;
      notifier.batch(() => {
        if (loader.isLoading(known) || !known.error) return;
        known.error = null;
        known.stale = true;
      });
      return () => release(known);
    },
    /** What the server has said of a card: by the journal, or as the answer to an edit. */
    applyCard({ id, card }: CardChange): void {
      const known = cards.get(id);
      if (!known) return;
      known.card = card;
      // Its absence is learned from the server.
      if (!card) known.stale = true;
    },
    markStale(): void {
      for (const known of cards.values()) known.stale = true;
    },
    all: (): Iterable<ContactCard> => [...cards.values()].flatMap(({ card }) => card ?? []),
    loadStale: loader.loadStale,
    resume: loader.resume,
    close: loader.close,
  };
}
