/** A card as a resource of a book, whichever kind of book it is in. */
export type ShownCard = {
  name: string;
  /** The entity tag, as a header has it. */
  tag: string;
  /** Null where it was not asked for. */
  source: Buffer | null;
  /** Null where it is not known without making the card; so are the next. */
  bytes: number | null;
  createdAt: number | null;
  changedAt: number | null;
};

export type PageAsked = {
  after: string | null;
  limit: number;
  withSource: boolean;
  /** Cards that have to be made are made without pictures, which nobody searches for. */
  isSearch?: boolean;
};

/** `next` is where the following page begins; null at the end. */
export type CardPage = { cards: ShownCard[]; next: string | null };
