import { roleOf, STARRED } from '@bocau/contract/folder-roles.ts';
import type { Say } from '../../i18n/say.ts';
import { isFiltered, listQuery, sortOf, termsOf } from '../../model/mail/list-filter.ts';
import type { ListRef, ListSort, SearchTerms } from '../../model/mail/mail-model.ts';
import { writtenDay } from '../dates/local-days.ts';
import { folderWords } from '../folders/folder-names.ts';
import { labelPathWords } from '../labels/label-names.ts';
import { RANGES, rangeOf, rangeOfTerms } from './date-ranges.ts';

/** The title of a list: its folder or the name of its label, filter and sort order. */
export function listWords(t: Say, list: ListRef, nowMs: number, label = ''): string {
  if (list.kind === 'search') return t('threadList.searchResults');
  const folder =
    list.kind === 'label' ? labelPathWords(label) : folderWords(t, listQuery(list).in ?? STARRED);
  const sort = sortOf(list);
  const shown = [
    folder,
    isFiltered(list) && filterWords(t, termsOf(list), nowMs),
    sort && sortWords(t, list, sort),
  ];
  return shown.filter(Boolean).join(' · ');
}

/** Lists of sent messages show and sort by recipients instead of senders. */
export function sortWords(t: Say, list: ListRef, sort: ListSort | null): string {
  const isOwn = list.kind === 'folder' && roleOf(list.path)?.own === true;
  if (sort === 'sender') return t(isOwn ? 'search.sort.recipient' : 'search.sort.sender');
  if (sort === 'sender_desc') return t(isOwn ? 'search.sort.recipient_desc' : 'search.sort.sender_desc');
  return t(`search.sort.${sort ?? 'date'}`);
}

export function filterWords(t: Say, terms: SearchTerms, nowMs: number): string {
  const words = [
    terms.is_read === 'false' && t('search.filters.unread'),
    terms.is_read === 'true' && t('search.filters.read'),
    terms.is_star === 'true' && t('search.filters.starred'),
    terms.is_star === 'false' && t('search.filters.unstarred'),
    terms.has_attachment === 'true' && t('search.filters.attachment'),
    terms.has_attachment === 'false' && t('search.filters.noAttachment'),
    terms.from_addr && t('search.filters.fromWho', { who: terms.from_addr }),
    terms.to_addr && t('search.filters.toWho', { who: terms.to_addr }),
    dateWords(t, terms, nowMs),
  ];
  return words.filter(Boolean).join(', ');
}

/** Empty for any time. */
export function dateWords(t: Say, terms: SearchTerms, nowMs: number): string {
  const { first, last } = rangeOfTerms(terms);
  const named = RANGES.find((name) => {
    const range = rangeOf(name, nowMs);
    return range.first === first && range.last === last;
  });
  if (named) return t(`search.filters.${named}`);
  const [from, to] = [writtenDay(first), writtenDay(last)];
  if (first && last) return first === last ? from : `${from} – ${to}`;
  if (first) return t('search.filters.since', { day: from });
  return last && t('search.filters.until', { day: to });
}
