import { useState, useSyncExternalStore } from 'react';
import { type FilterRequest, filterRequest } from '../../parts/filters/filter-request.ts';
import { commonSubject } from './common-subject.ts';
import { FilterEditor } from './filter-editor.tsx';
import { emptyForm, newCondition } from './filter-form.ts';
import { KeepDialog } from './keep-dialog.tsx';

/** Opens what a message's menu asks for: a filter for its sender with its subject as a suggestion, or a place for the sender. */
export function ProposedFilter() {
  const request = useSyncExternalStore(filterRequest.subscribe, filterRequest.get);
  if (request === null) return null;
  if ('keep' in request) return <KeepDialog from={request.from} onClose={close} />;
  return <Proposed {...request} />;
}

function close(): void {
  filterRequest.set(null);
}

function Proposed(request: Extract<FilterRequest, { subject: string }>) {
  const [{ initial, offered }] = useState(() => {
    const subject = commonSubject(request.subject);
    return {
      initial: emptyForm([{ type: 'from', value: request.from }]),
      offered: subject === '' ? null : newCondition({ type: 'subject', value: subject }),
    };
  });
  return <FilterEditor initial={initial} offered={offered} rule={null} onClose={close} />;
}
