import { useSyncExternalStore } from 'react';
import { readSubject } from '../../model/mail/read-subject.ts';
import { filterRequest } from '../../parts/filters/filter-request.ts';
import { FilterEditor } from './filter-editor.tsx';
import { emptyForm } from './filter-form.ts';

/** Opens the filter that a menu asked for, with what its message says in the fields. */
export function ProposedFilter() {
  const request = useSyncExternalStore(filterRequest.subscribe, filterRequest.get);
  if (!request) return null;
  const subject = withoutCommas(readSubject(request.subject).words);
  const initial = emptyForm([
    { type: 'from', value: request.from },
    ...(subject === '' ? [] : [{ type: 'subject' as const, value: subject }]),
  ]);
  return <FilterEditor initial={initial} rule={null} onClose={() => filterRequest.set(null)} />;
}

/** A comma stands between alternatives: the longest part of the subject says most of it. */
function withoutCommas(subject: string): string {
  return subject
    .split(',')
    .map((part) => part.trim())
    .reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
