import { idsInSteps } from '../../kernel/resources.store.ts';
import { touchBooks } from '../books/books.store.ts';
import { CARD_TABLES } from '../card-resources.ts';
import { DERIVED_VERSION, type DerivedCard, deriveCard } from '../cards/derive-card.ts';
import { replaceParts } from '../cards/put-cards.ts';
import { type ContactsDeps, changeContacts } from '../change-contacts.ts';
import { followGroups } from '../groups/follow-groups.ts';
import { insertGroups, takeGroups } from '../groups/groups.store.ts';
import { enqueueDrawing } from '../photos/enqueue-drawing.ts';
import { CardFault } from '../vcard/card-fault.ts';
import {
  type KeptCard,
  markDerived,
  readKeptCards,
  readOutdated,
  type ShownColumns,
  writeDerived,
} from './rebuild.store.ts';

/** Cards per transaction, which blocks all other changes of the contacts; each may have a megabyte. */
const CARDS_A_STEP = 20;

export type RebuildOptions = {
  /** Called after each step, with its number of cards and its duration in milliseconds. */
  afterStep?(cards: number, tookMs: number): Promise<void>;
  signal?: AbortSignal;
};

/** Brings the cards of all mailboxes to the version of this release, those of the oldest versions first. */
export async function rebuildOutdated(deps: ContactsDeps, options: RebuildOptions = {}): Promise<void> {
  for (;;) {
    const rows = await readOutdated(deps.db, DERIVED_VERSION, CARDS_A_STEP);
    if (rows.length === 0) return;
    for (const [mailboxId, some] of Map.groupBy(rows, (row) => row.mailbox_id)) {
      await rebuildStep(
        deps,
        mailboxId,
        some.map(({ id }) => id),
        options,
      );
    }
  }
}

/** Derives all cards of a mailbox again, of whichever version they are. */
export async function rebuildContacts(
  deps: ContactsDeps,
  mailboxId: number,
  options: RebuildOptions = {},
): Promise<void> {
  for await (const ids of idsInSteps(deps.db, CARD_TABLES, mailboxId, CARDS_A_STEP))
    await rebuildStep(deps, mailboxId, ids, options);
}

async function rebuildStep(
  deps: ContactsDeps,
  mailboxId: number,
  ids: string[],
  { signal, afterStep }: RebuildOptions,
): Promise<void> {
  signal?.throwIfAborted();
  const began = deps.clock.now();
  await changeContacts(deps, mailboxId, async (change) => {
    const { tx } = change;
    const kept = await readKeptCards(tx, mailboxId, ids);
    const cards = kept.flatMap((card) => {
      const derived = tryDerive(card);
      return derived === null ? [] : [{ ...card, derived }];
    });
    const read = new Set(cards.map(({ id }) => id));
    const unread = kept
      .filter(({ id, derived_version }) => !read.has(id) && derived_version < DERIVED_VERSION)
      .map(({ id }) => id);
    if (unread.length > 0) await markDerived(tx, mailboxId, unread, DERIVED_VERSION);
    if (cards.length === 0) return;
    await writeDerived(
      tx,
      mailboxId,
      cards.map(({ id, derived }) => ({ ...derived, id })),
    );
    const live = cards.filter(({ trashed_at }) => trashed_at === null);
    const groups = live.flatMap(({ id, book_id, derived: { group } }) =>
      group === null ? [] : [{ card_id: id, book_id, ...group }],
    );
    const liveIds = live.map(({ id }) => id);
    const oldGroups = await takeGroups(tx, mailboxId, liveIds);
    if (groups.length > 0) await insertGroups(tx, mailboxId, groups);
    await replaceParts(
      change,
      liveIds,
      live.map(({ id, derived }) => ({ ...derived, id })),
    );
    // A rebuild writes no card.
    await followGroups(change, oldGroups, groups);
    const moved = live.map(({ book_id, kind, derived }) => ({
      id: book_id,
      more: Number(derived.kind !== 'group') - Number(kind !== 'group'),
    }));
    for (const book of moved) if (book.more !== 0) await touchBooks(tx, mailboxId, change.seq, [book]);
    const shown = cards.filter(({ derived, ...card }) => !isShownAlike(card, derived));
    for (const { id } of shown) change.journal('card', id);
    if (shown.some(({ derived }) => derived.photo_key !== null)) await enqueueDrawing(tx, mailboxId);
  });
  await afterStep?.(ids.length, deps.clock.now() - began);
}

/** Null for what is no card to this release, or was derived by a newer one. */
function tryDerive({ source, derived_version }: KeptCard): DerivedCard | null {
  if (derived_version > DERIVED_VERSION) return null;
  try {
    return deriveCard(source);
  } catch (error) {
    if (error instanceof CardFault) return null;
    throw error;
  }
}

const SHOWN: (keyof ShownColumns)[] = [
  ...(['kind', 'full_name', 'given_key', 'family_key', 'organisation', 'title'] as const),
  ...(['email', 'phone', 'photo_key'] as const),
];

function isShownAlike(card: ShownColumns, derived: DerivedCard): boolean {
  return SHOWN.every((column) => card[column] === derived[column]);
}
