import type { FilterRule } from '@bocau/contract/rules.ts';
import type { ReadDb } from '../../tables.ts';
import { type CompiledFilter, compileFilter } from './compile-filters.ts';
import { factsOf } from './message-facts.ts';
import { readStored, type StoredRow, type StoredWalk } from './stored-messages.store.ts';

/** What a filter finds among the next messages that are here. */
export type StoredMatches = {
  /** Ids of the messages that it matches. */
  ids: string[];
  /** How many were looked at. */
  read: number;
  /** Where the walk stands; null at its end. */
  reached: string | null;
};

/** A filter over messages that are stored already: what it does to them, and which of them it means. */
export type StoredFilter = Pick<CompiledFilter, 'seen' | 'starred' | 'discards' | 'folder'> & {
  /** Whether it looks at bodies, which takes longer to read. */
  readsBodies: boolean;
  next(db: ReadDb, mailboxId: number, walk: StoredWalk): Promise<StoredMatches>;
};

export function storedFilter(definition: FilterRule): StoredFilter {
  const compiled = compileFilter('', definition, () => true);
  const types = new Set(definition.conditions.map(({ type }) => type));
  const wanted = { headers: types.has('to'), body: types.has('body') };
  return {
    ...compiled,
    readsBodies: wanted.body,
    async next(db, mailboxId, walk) {
      const rows = await readStored(db, mailboxId, walk, wanted);
      const leftOut = new Set('notIn' in walk.within ? walk.within.notIn : []);
      const known = rows.filter((row) => !leftOut.has(row.folder_id));
      return {
        ids: known.filter((row) => compiled.matches(factsOfStored(row))).map(({ id }) => id),
        read: known.length,
        reached: rows.length < walk.limit ? null : (rows.at(-1)?.id ?? null),
      };
    },
  };
}

function factsOfStored(row: StoredRow) {
  return factsOf({
    authors: [row.sender],
    headers: { to: row.headers?.to ?? [], cc: row.headers?.cc ?? [] },
    subject: row.subject,
    body: row.body,
    bodyIsHtml: row.body_is_html,
    searchText: '',
    size: row.size,
    attachments: row.has_attachments ? [{ inline: false }] : [],
  });
}
