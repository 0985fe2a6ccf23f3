import { departmentPath, isWithinDepartment } from '@bocau/contract/department-path.ts';
import type { DirectoryDepartment, DirectoryMode, DirectoryPerson } from '@bocau/contract/directory.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { contactKey, firstKeyOf, letterOf } from '../../contacts/cards/derive-card.ts';
import { WORD_MARKS } from '../../contacts/directory/derive-entry.ts';
import { type OwnDirectory, readOwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { type SearchTerm, searchTerms } from '../../contacts/lists/search-terms.store.ts';
import { avatarAddress } from '../../mail/people/avatar-address.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import {
  type DirectoryPage,
  type DirectoryRow,
  readDepartments,
  readDirectoryKeys,
  readDirectoryPage,
  readDirectoryPerson,
  searchDirectory,
} from './directory.store.ts';

export type DirectoryQuery = {
  search?: string | undefined;
  department?: string | undefined;
  below?: 'true' | undefined;
  from?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};
type Listed = {
  data: DirectoryPerson[];
  meta: { next_cursor: string | null; shown: DirectoryMode };
};

export async function listDirectory(db: ReadDb, person: number, query: DirectoryQuery): Promise<Listed> {
  const limit = Math.min(Math.max(query.limit ?? LIMITS.pageSize, 1), LIMITS.pageSizeMax);
  const after = query.cursor === undefined ? null : readCursor(query.cursor);
  const own = await readOwnDirectory(db, person);
  const rows = await readPage(db, own, query.search ?? '', {
    ...{ departments: await departmentsOf(db, own, query), after, limit: limit + 1 },
    from: firstKeyOf(query.from ?? '#'),
  });
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const data = rows.slice(0, limit).filter(({ listed }) => listed);
  return {
    data: data.map((row) => showPerson(row, own.directory)),
    meta: {
      next_cursor: last ? encodeCursor([last.given_key, last.mailbox_id]) : null,
      shown: own.directory,
    },
  };
}

async function readPage(
  db: ReadDb,
  { domain_id: domainId, directory }: OwnDirectory,
  search: string,
  page: DirectoryPage,
): Promise<DirectoryRow[]> {
  if (directory === 'nothing' || (page.departments !== null && directory !== 'all')) return [];
  if (search.trim() === '') return readDirectoryPage(db, domainId, page);
  const terms = searchTerms(search);
  if (terms.length === 0) return [];
  return searchDirectory(db, queryOf(domainId, directory, terms), page);
}

export async function listDirectoryLetters(
  db: ReadDb,
  person: number,
  query: Pick<DirectoryQuery, 'department' | 'below'>,
): Promise<string[]> {
  const own = await readOwnDirectory(db, person);
  const { domain_id, directory } = own;
  if (directory === 'nothing' || (query.department !== undefined && directory !== 'all')) return [];
  const keys = await readDirectoryKeys(db, domain_id, await departmentsOf(db, own, query));
  return [...new Set(keys.map(letterOf))];
}

/** The names of the department that is asked for, and of those below it where they are wanted. */
async function departmentsOf(
  db: ReadDb,
  { domain_id }: OwnDirectory,
  { department, below }: Pick<DirectoryQuery, 'department' | 'below'>,
): Promise<string[] | null> {
  if (department === undefined) return null;
  if (below === undefined) return [department];
  const above = departmentPath(department);
  const names = (await readDepartments(db, domain_id)).map(({ name }) => name);
  return names.filter((name) => isWithinDepartment(name, above));
}

export async function listDepartments(db: ReadDb, person: number): Promise<DirectoryDepartment[]> {
  const { domain_id, directory } = await readOwnDirectory(db, person);
  if (directory !== 'all') return [];
  const departments = await readDepartments(db, domain_id);
  const keyOf = ({ name }: DirectoryDepartment) => contactKey(name);
  return departments.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What is not shown is not found either. Words are only letters and digits, so they need no escaping. */
function queryOf(domainId: number, directory: DirectoryMode, terms: SearchTerm[]): string {
  const marks = directory === 'all' ? [WORD_MARKS.name, WORD_MARKS.detail] : [WORD_MARKS.name];
  const wordOf = (word: string) => marks.map((mark) => `'${domainId}${mark}${word}':*`).join(' | ');
  const readingOf = (words: string[]) => words.map((word) => `(${wordOf(word)})`).join(' & ');
  return terms.map((term) => `(${term.map((words) => `(${readingOf(words)})`).join(' | ')})`).join(' & ');
}

/** Somebody who is hidden, deleted or of another domain is not there. */
export async function findDirectoryPerson(
  db: ReadDb,
  person: number,
  email: string,
): Promise<DirectoryPerson> {
  const { domain_id, directory } = await readOwnDirectory(db, person);
  const row =
    directory === 'nothing' ? undefined : await readDirectoryPerson(db, domain_id, foldAddress(email));
  if (row?.listed !== true) throw new Failure('not_found', 'There is no such person in the directory');
  return showPerson(row, directory);
}

function showPerson(row: DirectoryRow, directory: DirectoryMode): DirectoryPerson {
  const { email, name, title, department, phone, manager_name, manager_email } = row;
  const shown = {
    ...{ email, name, letter: letterOf(row.given_key) },
    avatar: row.avatar && avatarAddress(row.avatar),
  };
  if (directory !== 'all') return { ...shown, title: '', department: '', phone: '', manager: null };
  const manager = manager_email === null ? null : { name: manager_name ?? '', email: manager_email };
  return { ...shown, title, department, phone, manager };
}

function readCursor(cursor: string): { key: string; id: number } {
  const [key, id] = decodeCursor(cursor, 2) ?? [];
  if (typeof key !== 'string' || !Number.isSafeInteger(id)) {
    throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  }
  return { key, id: id as number };
}
