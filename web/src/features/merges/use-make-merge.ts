import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { noteMerges } from '../../parts/merges/use-has-merges.ts';
import { MERGES } from '../../parts/merges/use-merges.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { tableFaultWords } from './merge-words.ts';

export type Source =
  | { from: 'device'; file: File }
  | { from: 'drive'; file_id: string; name: string }
  | { from: 'contacts'; list: string };

/** Makes a merge of a draft and a table. */
export function useMakeMerge(draft: string, onMade: (merge: Merge) => void) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const [reading, setReading] = useState(false);
  const [fault, setFault] = useState<string | null>(null);

  async function ask(source: Source): Promise<Merge> {
    if (source.from === 'device') {
      const form = new FormData();
      form.append('file', source.file, source.file.name);
      return (await api.uploadMergeTable({ query: { draft_id: draft }, form })).data;
    }
    const body =
      source.from === 'drive'
        ? { from: source.from, file_id: source.file_id }
        : { from: source.from, list: source.list };
    return (await api.createMerge({ body: { draft_id: draft, source: body } })).data;
  }

  async function make(source: Source): Promise<void> {
    const name =
      source.from === 'device' ? source.file.name : source.from === 'drive' ? source.name : source.list;
    if (source.from === 'device' && source.file.size > MERGE_LIMITS.tableBytes) {
      const limit = readableSize(MERGE_LIMITS.tableBytes);
      setFault(t('merges.source.notRead', { name, reason: t('merges.source.tooLarge', { limit }) }));
      return;
    }
    setReading(true);
    setFault(null);
    try {
      const merge = await ask(source);
      noteMerges(true);
      queries.setQueryData<Merge[]>(MERGES, (all) => all && [merge, ...all]);
      onMade(merge);
    } catch (error) {
      setFault(t('merges.source.notRead', { name, reason: tableFaultWords(t, error) }));
    } finally {
      setReading(false);
    }
  }

  return { make, reading, fault };
}
