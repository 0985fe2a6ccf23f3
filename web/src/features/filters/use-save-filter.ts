import { ApiError } from '@bocau/contract/client.ts';
import type { InvalidField } from '@bocau/contract/errors.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { runFilter } from '../thread-actions/run-bulk.ts';
import { type FilterForm, faultOf, toRule } from './filter-form.ts';

const NOTICE_SECONDS = 10;

/** A refusal of the server: its words, and the key of the condition concerned. */
type Refusal = { words: string; condition: number | null };

/** Saves a filter; typed text stays if the server refuses it. */
export function useSaveFilter(rule: Rule | null) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const model = useMailModel();
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);

  async function save(form: FilterForm): Promise<'saved' | 'conditions' | 'refused'> {
    setSaving(true);
    setRefusal(null);
    const sieve_json = JSON.stringify(toRule(form));
    const name = form.name.trim();
    try {
      if (rule) {
        await api.updateRule({ params: { id: rule.id }, body: { name, sieve_json } });
        notify({ text: t('filters.editor.saved') });
      } else {
        const { data } = await api.createRule({ body: { is_enable: true, name, sieve_json } });
        const run = () => void runFilter(model, data.id, null);
        const { star, read, move } = form.actions;
        // A single press must not delete or forward years of existing mail.
        const action = star || read || move ? { label: t('filters.editor.runNow'), run } : undefined;
        notify({ text: t('filters.editor.created'), ...(action && { action, seconds: NOTICE_SECONDS }) });
      }
      await queries.invalidateQueries({ queryKey: ['rules'] });
      return 'saved';
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const condition = refusedCondition(form, error);
      setRefusal({ words: t('filters.failed.save', { reason: errorWords(t, error) }), condition });
      return condition === null ? 'refused' : 'conditions';
    } finally {
      setSaving(false);
    }
  }

  return { saving, refusal, save, forget: () => setRefusal(null) };
}

/** The server's index counts only the conditions that were sent, which are those filled in. */
function refusedCondition(form: FilterForm, { details }: ApiError): number | null {
  const [first] = Array.isArray(details['fields']) ? (details['fields'] as Partial<InvalidField>[]) : [];
  const index = /^sieve_json\.conditions\.(\d+)/.exec(first?.field ?? '')?.[1];
  if (index === undefined) return null;
  return form.conditions.filter((each) => faultOf(each) === null)[Number(index)]?.key ?? null;
}
