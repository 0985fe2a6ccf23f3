import { roleOf } from '@bocau/contract/folder-roles.ts';
import { isYetToCome } from '../../mail/folders/folder-names.ts';
import { type FolderRow, findFolder, readFolders } from '../../mail/folders/folders.store.ts';
import { findLabel, type LabelRow, readLabels } from '../../mail/labels/labels.store.ts';
import { labelNotFound } from '../../mail/messages/label-messages.ts';
import { readWalk } from '../../mail/rebuild/rebuild.store.ts';
import { Failure } from '../../platform/failure.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';
import { isFilter } from './filter-list.ts';
import { countFilteredRows, type ListFilter } from './filtered-lists.store.ts';
import type { Meaning } from './meaning.ts';
import type { Criteria } from './read-query.ts';
import {
  countLargeMessages,
  countMuted,
  countPinned,
  LARGE_BYTES,
  type MessageFilter,
  type ThreadSet,
} from './search-conditions.store.ts';
import { excludedPatterns, type WordOptions, wordConditions } from './word-conditions.ts';

/** The execution plan of a search. */
export type SearchPlan = {
  mailboxId: number;
  /** The words in the form of `wordConditions`. */
  pattern: string | null;
  words: WordOptions;
  filter: MessageFilter;
  /** The few threads that can match, if known: then their messages are read instead of the index. */
  threads: ThreadSet | null;
  /** Searches a list of single messages: each matching one is a row. */
  single: boolean;
};

/** Reading the messages of this many threads takes about as long as walking through a large mailbox. */
const FEW_THREADS = 3000;
/** With words to check in each of their messages, fewer threads take as long. */
const FEW_THREADS_WITH_WORDS = 1000;

export type PlanOptions = {
  meaning: Meaning;
  /** The last word is a prefix. */
  isTyping?: boolean;
  single?: boolean;
};

/** The version since which the index contains positions and diacritics of words. */
const PLACES_AND_MARKS = 2;

/** Null: nothing can match. */
export async function planSearch(
  db: ReadDb,
  mailboxId: number,
  criteria: Criteria,
  { meaning, isTyping = false, single = false }: PlanOptions,
): Promise<SearchPlan | null> {
  const { version, finished } = await readWalk(db, mailboxId, 'words');
  const isOldIndex = version < PLACES_AND_MARKS || (version === PLACES_AND_MARKS && !finished);
  const words = { meaning, isTyping, isOldIndex };
  const { pattern, nowhere } = wordConditions(criteria, words);
  const folders = await readFolders(db, mailboxId);
  const wanted = await findFolders(db, mailboxId, criteria.folders);
  const unwanted = await findExcluded(db, mailboxId, criteria.excludedFolders);
  const labels = await findLabels(db, mailboxId, criteria.labels);
  const others = await Promise.all(criteria.excludedLabels.map((name) => findNamed(db, mailboxId, name)));
  const isNowhere = criteria.impossible || nowhere || wanted === null || labels === null;
  if (isNowhere || wanted.size > 1) return null;

  const starred = folders.find((folder) => folder.role === 'Starred') as FolderRow;
  const named = folders.find((folder) => wanted.has(folder.id));
  const inStarred = named === starred;
  const folder = inStarred ? undefined : named;
  if (named && unwanted.has(named.id)) return null;
  const hidden = folders.filter((other) => (roleOf(other.role)?.search ?? 'always') !== 'always');

  const { read, largerThan, smallerThan, since, until, attachment } = criteria;
  // Without other criteria, an action applies to what the filtered list shows.
  const asList =
    !single && folder !== undefined && attachment === true && labels.length === 0 && isFilter(criteria);
  const isLarge = pattern !== null && largerThan !== null && largerThan >= LARGE_BYTES;
  const countRows = async (filter: ListFilter) =>
    (await countFilteredRows(db, mailboxId, filter, FEW_THREADS + 1)).total;
  const sets: ({ size: number; threads: ThreadSet } | false | undefined)[] = [
    folder && { size: folder.total_threads, threads: { kind: 'list', folderId: folder.id } },
    folder &&
      read === false && {
        size: folder.unread_threads,
        threads: { kind: 'list', folderId: folder.id, only: 'unread' },
      },
    folder &&
      criteria.starred === true && {
        size: await countRows({ ...rowsOf(folder), starred: true }),
        threads: { kind: 'list', folderId: folder.id, only: 'starred' },
      },
    folder &&
      attachment === true && {
        size: await countRows({ ...rowsOf(folder), withFiles: true }),
        threads: { kind: 'list', folderId: folder.id, only: 'files' },
      },
    (inStarred || (criteria.starred === true && !folder)) && {
      size: starred.total_threads,
      threads: { kind: 'list', folderId: starred.id },
    },
    isLarge && {
      // Counted only up to the limit of "few".
      size: await countLargeMessages(db, mailboxId, largerThan, FEW_THREADS_WITH_WORDS + 1),
      threads: { kind: 'large', largerThan },
    },
    read === false && { size: countUnread(folders), threads: { kind: 'unread' } },
    criteria.muted === true && {
      size: await countMuted(db, mailboxId, FEW_THREADS + 1),
      threads: { kind: 'muted' },
    },
    criteria.pinned === true && {
      size: await countPinned(db, mailboxId, FEW_THREADS + 1),
      threads: { kind: 'pinned' },
    },
    ...labels.flatMap(([first, ...more]) => {
      const threads = { kind: 'list' as const, folderId: first?.id ?? '' };
      return first && more.length === 0 ? [{ size: first.total_threads, threads }] : [];
    }),
  ];
  const [smallest] = sets.filter((set) => typeof set === 'object').sort((a, b) => a.size - b.size);
  const few = pattern === null ? FEW_THREADS : FEW_THREADS_WITH_WORDS;
  return {
    mailboxId,
    pattern,
    words,
    filter: {
      folderId: folder?.id ?? null,
      hiddenFolderIds: [...hidden.map((other) => other.id), ...unwanted],
      excludedPatterns: excludedPatterns(criteria, isOldIndex),
      listFolderId: inStarred ? starred.id : null,
      labelIds: labels.map((some) => some.map(({ id }) => id)),
      withoutLabelIds: others.flat().map(({ id }) => id),
      since,
      until,
      largerThan,
      smallerThan,
      attachment: asList ? null : attachment,
      read,
      starred: criteria.starred,
      muted: criteria.muted,
      pinned: criteria.pinned,
      withFiles: asList ? true : null,
      single,
    },
    single,
    threads: smallest && smallest.size <= few ? smallest.threads : null,
  };
}

function rowsOf(folder: FolderRow): ListFilter {
  return { folderId: folder.id, starred: null, unread: null, withFiles: null };
}

/** Across all folders, because unread messages are found in any folder. */
function countUnread(folders: FolderRow[]): number {
  return folders.reduce((sum, folder) => sum + (folder.role === 'Starred' ? 0 : folder.unread_threads), 0);
}

/** The ids of the named folders; null when a typed name does not exist, or does not yet. */
async function findFolders(
  db: ReadDb,
  mailboxId: number,
  named: Criteria['folders'],
): Promise<Set<string> | null> {
  const ids = new Set<string>();
  for (const { name, typed } of named) {
    const folder = await findFolder(db, mailboxId, name);
    if (folder) ids.add(folder.id);
    else if (typed || isYetToCome(name)) return null;
    else throw new Failure('folder_not_found', 'Folder not found');
  }
  return ids;
}

/** Of each name the labels that it stands for; null when a typed one stands for none. */
async function findLabels(
  db: ReadDb,
  mailboxId: number,
  named: Criteria['labels'],
): Promise<LabelRow[][] | null> {
  const labels: LabelRow[][] = [];
  for (const { name, typed } of named) {
    const some = await findNamed(db, mailboxId, name);
    if (some.length > 0) labels.push(some);
    else if (typed) return null;
    else throw labelNotFound();
  }
  return labels;
}

/** The label of this name, or those in whose name it is a part: whole words, with or without accents. */
async function findNamed(db: ReadDb, mailboxId: number, name: string): Promise<LabelRow[]> {
  const label = await findLabel(db, mailboxId, name);
  const phrase = foldedWords(name).join(' ');
  if (label || phrase === '') return label ? [label] : [];
  const all = await readLabels(db, mailboxId);
  return all.filter((each) => ` ${foldedWords(each.name).join(' ')} `.includes(` ${phrase} `));
}

/** A folder that does not exist excludes nothing. */
async function findExcluded(db: ReadDb, mailboxId: number, names: string[]): Promise<Set<string>> {
  const found = await Promise.all(names.map((name) => findFolder(db, mailboxId, name)));
  return new Set(found.flatMap((folder) => (folder ? [folder.id] : [])));
}
