/**
 * The types of one noun: the threads of a mailbox, the files of a drive. The engine is generic over them. It knows
 * that an entity has an id, shows as one row in each list that contains it, and can be opened; nothing else.
 */
export type Noun = {
  /** An entity as a list shows it. */
  row: { readonly id: string };
  /** An entity as it is opened. */
  detail: { readonly id: string };
  /** What a user can do to entities, and what undoes it, as data: it can be stored and sent later. */
  operation: { readonly kind: string };
  /** What the server answers to an operation; never null, which stands for no answer yet. */
  answer: object;
  /** What operations have to know about the lists. */
  lists: object;
  /** What each list counts about its rows. */
  counts: Readonly<Record<string, number>>;
};

/** Rows of one entity by the list that shows them. */
export type RowsByList<N extends Noun> = ReadonlyMap<string, N['row']>;

/** An entity that an operation changes, and the list in which it does. */
export type Target<N extends Noun> = { row: N['row']; listId: string };

/** What is known of an operation that has begun, when it is to be undone. */
export type Begun<N extends Noun> = {
  /** Rows of its entities before and after it, by entity id. */
  before: ReadonlyMap<string, RowsByList<N>>;
  after: ReadonlyMap<string, RowsByList<N>>;
  answer: N['answer'] | null;
  /** It was sent more than once: its last answer may not name what an earlier attempt did. */
  unclear: boolean;
};

/** What the engine asks about operations of one kind. Changes are pure and idempotent. */
export type OperationKind<N extends Noun, O = N['operation']> = {
  targets(operation: O): readonly Target<N>[];
  changeRows(operation: O, target: Target<N>, rows: RowsByList<N>, lists: N['lists']): RowsByList<N>;
  changeDetail(operation: O, target: Target<N>, detail: N['detail'], lists: N['lists']): N['detail'];
  /** The operation that undoes it; null where nothing does. */
  inverse(operation: O, begun: Begun<N>): N['operation'] | null;
  /** Of two unsent operations with the same keys only the later one is sent; left out, both are. */
  replaceKey?(target: Target<N>): string;
  /** An inverse that began before the answer to what it undoes was there gets it here. */
  withAnswer?(operation: O, begun: Pick<Begun<N>, 'answer' | 'unclear'>): N['operation'];
};

/** What the journal says about entities. */
export type EntityChanges<N extends Noun> = {
  /** The rows that they have now, in all lists. */
  outcomes: readonly { readonly id: string; readonly rows: RowsByList<N> }[];
  /** Entities that became part of another one, under whose id they go from now on. */
  merged: readonly { readonly id: string; readonly into: string }[];
};
