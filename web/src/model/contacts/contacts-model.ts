import type { ApiError } from '@bocau/contract/client.ts';
import type { ContactBook, ContactCard, ContactFields, ContactList } from '@bocau/contract/contacts.ts';
import type { ContactPlace } from './contact-place.ts';
import type { Contact, ContactOperation } from './contacts-noun.ts';
import type { KeptEdit, KeptEditOutcome } from './kept-edits.ts';

/** The loaded part of a list, pending operations applied. The same object until something in it changes. */
export type ContactsView = {
  loading: 'loading' | 'ready' | 'failed';
  contacts: readonly Contact[];
  /** The server has rows beyond these. */
  hasMore: boolean;
  /** Null where it is more than is counted. */
  total: number | null;
  /** The letters under which the whole list has contacts, in order. */
  letters: readonly string[];
  error: ApiError | null;
};

export type CardView = {
  loading: 'loading' | 'ready' | 'failed';
  card: ContactCard | null;
  error: ApiError | null;
};

/** An operation that has begun: the screen has changed already. */
export type ContactAct = {
  readonly id: number;
  readonly operation: ContactOperation;
  /** Undoes it, on the screen within this very call; false when there is nothing to undo. */
  undo(): Promise<boolean>;
  /**
   * Settles when the server has answered: true when done, false when refused or undone before it was sent.
   */
  readonly settled: Promise<boolean>;
};

/** `undoing`: its undo was refused. */
export type ContactsEvent =
  | { kind: 'refused'; operation: ContactOperation; error: ApiError; undoing: boolean }
  /** What became of an edit that waited for a connection. */
  | ({ kind: 'kept-edit' } & KeptEditOutcome);

export type NewContact = {
  /** Chosen by the client, so that a call whose answer was lost can be repeated and makes one card. */
  uid: string;
  /** Null for the book that new cards go to. */
  bookId: string | null;
  fields: Partial<ContactFields>;
};

export type ContactEdit = { id: string; revision: number; fields: Partial<ContactFields> };

/** The contacts as the browser knows them, without React. Built like DriveModel, on the same engine. */
export type ContactsModel = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: ContactsEvent) => void): () => void;

  view(place: ContactPlace): ContactsView;
  /** Loads the list if needed, and keeps it up to date until released. */
  hold(place: ContactPlace): () => void;
  /** Loads the next page of rows. */
  loadMore(place: ContactPlace): void;
  refresh(place: ContactPlace): Promise<void>;

  card(id: string): CardView;
  holdCard(id: string): () => void;
  /** The card as the server has it now. */
  readCard(id: string): Promise<ContactCard>;

  /** Null until they are known. */
  books(): readonly ContactBook[] | null;
  lists(): readonly ContactList[] | null;
  /** Who is in a list by name, whether loaded or not. */
  membersOf(name: string): Promise<ReadonlySet<string>>;

  /**
   * Optimistic: the screen changes within this very call; the server gets it at once, or when the connection
   * is back.
   */
  act(operation: ContactOperation): ContactAct;
  /** Not optimistic: only the server can say under which letter it stands. */
  create(contact: NewContact): Promise<ContactCard>;
  change(edit: ContactEdit): Promise<ContactCard>;
  /** Edits that were made without a connection, and are sent when it is back. */
  keptEdits(): readonly KeptEdit[];
  keepEdit(edit: Omit<KeptEdit, 'state'>): void;
  dropEdit(id: string): void;
  emptyTrash(): Promise<void>;

  /** Sends what an earlier page has left unsent; rejects when the server can't be reached. */
  start(): Promise<void>;
  /** The server has announced a change. */
  changed(): void;
  /** The connection is back. */
  connected(): void;
  close(): void;
};
