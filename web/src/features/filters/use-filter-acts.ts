import { ApiError } from '@bocau/contract/client.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { errorWords } from '../../i18n/error-words.ts';
import type { WordKey } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { filtersOf, ownName } from './read-filter.ts';

const KEY = ['rules'];

/** The actions on listed filters: optimistic updates, rolled back where the server refuses. */
export function useFilterActs() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();

  async function act(change: (rules: Rule[]) => Rule[], call: () => Promise<unknown>, failed: WordKey) {
    await queries.cancelQueries({ queryKey: KEY });
    queries.setQueryData<Rule[]>(KEY, (rules) => rules && change(rules));
    try {
      await call();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify({ text: t(failed, { reason: errorWords(t, error) }), tone: 'danger', seconds: 8 });
      return false;
    } finally {
      await queries.invalidateQueries({ queryKey: KEY });
    }
  }

  const place = (ids: string[]) =>
    act(
      (rules) =>
        rules.map((rule) => (ids.includes(rule.id) ? { ...rule, position: ids.indexOf(rule.id) + 1 } : rule)),
      () => api.orderRules({ body: { ids } }),
      'filters.failed.order',
    );

  const turn = (rule: Rule, is_enable: boolean) =>
    act(
      (rules) => rules.map((each) => (each.id === rule.id ? { ...each, is_enable } : each)),
      () => api.updateRule({ params: { id: rule.id }, body: { is_enable } }),
      'filters.failed.change',
    );

  /** `order`: the previous order of the filters, which undo restores. */
  async function remove(rule: Rule, order: readonly string[]) {
    const isGone = await act(
      (rules) => rules.filter(({ id }) => id !== rule.id),
      () => api.deleteRule({ params: { id: rule.id } }),
      'filters.failed.delete',
    );
    if (isGone) notify({ text: t('filters.deleted'), undo: () => restore(rule, order) });
  }

  async function restore(rule: Rule, order: readonly string[]) {
    const { is_enable, sieve_json } = rule;
    const [filter] = filtersOf([rule]);
    const name = (filter && ownName(filter)) ?? '';
    await act(
      (rules) => rules,
      async () => {
        const { data } = await api.createRule({ body: { is_enable, name, sieve_json } });
        const there = new Set((await api.listRules({})).data.map(({ id }) => id));
        const ids = order.map((id) => (id === rule.id ? data.id : id)).filter((id) => there.has(id));
        await api.orderRules({ body: { ids } });
      },
      'filters.failed.restore',
    );
  }

  return { place, turn, remove };
}
