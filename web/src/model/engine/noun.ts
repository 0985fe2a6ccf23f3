/**
 * The types of one noun: the threads of a mailbox, the files of a drive. The engine is generic over nouns.
 * All it knows is that an entity has an id, has one row in each list that contains it, and can be opened.
 */
export type Noun = {
  /** An entity as a row of a list. */
  row: { readonly id: string };
  /** An entity as an opened detail. */
  detail: { readonly id: string };
  /** What a user can do to entities, and its undo, as data: it can be stored and sent later. */
  operation: { readonly kind: string };
  /** The server's answer to an operation; never null, which stands for no answer yet. */
  answer: object;
  /** What operations need to know about the lists. */
  lists: object;
  /** What each list counts about its rows. */
  counts: Readonly<Record<string, number>>;
};

/** Rows of one entity, keyed by the list that shows them. */
export type RowsByList<N extends Noun> = ReadonlyMap<string, N['row']>;

/** An entity that an operation changes, and the list in which it is changed. */
export type Target<N extends Noun> = { row: N['row']; listId: string };

/** What is known of an operation that has begun, when it is to be undone. */
export type Begun<N extends Noun> = {
  /** Rows of its entities before and after it, by entity id. */
  before: ReadonlyMap<string, RowsByList<N>>;
  after: ReadonlyMap<string, RowsByList<N>>;
  answer: N['answer'] | null;
  /** It was sent more than once: its last answer may not name what an earlier attempt changed. */
  unclear: boolean;
};

/** The behaviour of one kind of operation. Changes are pure and idempotent. */
export type OperationKind<N extends Noun, O = N['operation']> = {
  targets(operation: O): readonly Target<N>[];
  changeRows(operation: O, target: Target<N>, rows: RowsByList<N>, lists: N['lists']): RowsByList<N>;
  changeDetail(operation: O, target: Target<N>, detail: N['detail'], lists: N['lists']): N['detail'];
  /** The operation that undoes it; null where there is none. */
  inverse(operation: O, begun: Begun<N>): N['operation'] | null;
  /** Of unsent operations with the same key only the last is sent; left out, all are sent. */
  replaceKey?(target: Target<N>): string;
  /** Passes the answer to an inverse that began before the original operation was answered. */
  withAnswer?(operation: O, begun: Pick<Begun<N>, 'answer' | 'unclear'>): N['operation'];
};

/** Changes of entities from the journal. */
export type EntityChanges<N extends Noun> = {
  /** The current rows of the entities, in all lists. */
  outcomes: readonly { readonly id: string; readonly rows: RowsByList<N> }[];
  /** Entities that were merged into another one, under whose id they go from now on. */
  merged: readonly { readonly id: string; readonly into: string }[];
};
