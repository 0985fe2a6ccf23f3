import { useState, useSyncExternalStore } from 'react';
import { type FilterRequest, filterRequest } from '../../parts/filters/filter-request.ts';
import { commonSubject } from './common-subject.ts';
import { FilterEditor } from './filter-editor.tsx';
import { emptyForm, newCondition } from './filter-form.ts';

/** Opens the editor for a message's menu: a filter for its sender, with its subject as a suggestion. */
export function ProposedFilter() {
  const request = useSyncExternalStore(filterRequest.subscribe, filterRequest.get);
  return request && <Proposed request={request} />;
}

function Proposed({ request }: { request: FilterRequest }) {
  const [{ initial, offered }] = useState(() => {
    const subject = commonSubject(request.subject);
    return {
      initial: emptyForm([{ type: 'from', value: request.from }]),
      offered: subject === '' ? null : newCondition({ type: 'subject', value: subject }),
    };
  });
  return (
    <FilterEditor initial={initial} offered={offered} rule={null} onClose={() => filterRequest.set(null)} />
  );
}
