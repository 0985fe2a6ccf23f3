import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import styles from './filter-editor.module.css';
import { type FilterForm, faultyConditions, hasCondition, toRule } from './filter-form.ts';

/** Debounces typing, since an unfinished condition means little. */
const PAUSE_MS = 400;

/** How many existing messages the conditions match. */
export function MatchCount({ form }: { form: FilterForm }) {
  const { t } = useTranslation();
  const api = useApi();
  const isReady = hasCondition(form) && faultyConditions(form).length === 0;
  const wanted = isReady ? JSON.stringify({ ...toRule(form), actions: ANY_ACTION }) : null;
  const [asked, setAsked] = useState<string | null>(null);
  useEffect(() => after(PAUSE_MS, () => setAsked(wanted)), [wanted]);
  const matches = useQuery({
    queryKey: ['filter-matches', asked],
    queryFn: async ({ signal }) =>
      (await api.countMatches({ body: { sieve_json: asked ?? '' } }, signal)).data,
    enabled: asked !== null && asked === wanted,
  });
  return (
    <p role="status" className={styles.count}>
      {words()}
    </p>
  );

  function words(): string {
    // A filter whose matches can't be counted can still be saved.
    if (wanted === null || matches.isError) return '';
    if (asked !== wanted || !matches.data) return t('filters.editor.counting');
    const { count, complete } = matches.data;
    if (complete) return count === 0 ? t('filters.editor.countNone') : t('filters.editor.count', { count });
    return count === 0 ? t('filters.editor.countNoneSoFar') : t('filters.editor.countAtLeast', { count });
  }
}

/** A filter is counted before its actions are chosen, but the server requires an action. */
const ANY_ACTION = [{ enable: true, type: 'setflag', value: 'Seen' }];
