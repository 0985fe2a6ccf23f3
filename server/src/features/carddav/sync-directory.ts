import { readDirectoryState } from '../../contacts/directory/listed-people.store.ts';
import type { OwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { syncAnew, truncated } from '../../platform/dav/sync-refusals.ts';
import { element, text, type Xml } from '../../platform/dav/write-xml.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { ReadDb } from '../../tables.ts';
import { readDirectoryCards, readPlace } from './directory-cards.ts';
import { type DirectoryNames, directoryNames } from './directory-names.ts';
import { directoryToken } from './directory-tokens.ts';
import { type CardAnswers, pageSize } from './find-props.ts';

type SyncAsked = { path: string; token: string; limit: number | null; cards: CardAnswers };

/**
 * A token says what the directory was, not when: it is told that nothing has changed, or that all is to be listed
 * again. Programs then fetch only the cards whose tags they do not know.
 */
export async function* syncDirectory(
  db: ReadDb,
  own: OwnDirectory,
  { path, token, limit, cards }: SyncAsked,
): AsyncGenerator<readonly Xml[]> {
  const state = await readDirectoryState(db, own);
  const { answer, withSource } = cards;
  const most = pageSize(withSource);
  let { isDone, after } = startOf(await directoryNames(db, own), state, token);
  for (let left = limit ?? Number.POSITIVE_INFINITY; !isDone; ) {
    const asked = { after, limit: Math.min(left, most), withSource };
    const page = await readDirectoryCards(db, own, asked);
    yield page.cards.map(answer);
    left -= asked.limit;
    after = page.next;
    isDone = after === null;
    if (left === 0 && !isDone) {
      yield [truncated(path), element(dav('sync-token'), text(directoryToken(state, after)))];
      return;
    }
  }
  yield [element(dav('sync-token'), text(directoryToken(state)))];
}

/** Where the answer begins, null for the beginning; done where the directory is as it was. */
function startOf(
  names: DirectoryNames,
  state: string,
  token: string,
): { isDone: boolean; after: string | null } {
  if (token === '') return { isDone: false, after: null };
  const whole = directoryToken(state);
  if (token === whole) return { isDone: true, after: null };
  const after = token.startsWith(`${whole}:`) ? token.slice(whole.length + 1) : '';
  if (readPlace(names, after) === null) throw syncAnew();
  return { isDone: false, after };
}
