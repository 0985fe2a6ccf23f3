import type { Reviewed } from '@bocau/contract/admin-review.ts';
import { isFilter, type RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import type { ReviewRow } from './review.store.ts';
import { activityView } from './security.view.ts';

export function reviewedView(row: ReviewRow): Reviewed {
  const of = { id: row.key, at: row.at };
  switch (row.kind) {
    case 'activity':
      return { kind: 'activity', ...of, activity: activityView({ ...row.detail, at: row.at }) };
    case 'rule':
      return { kind: 'rule', ...of, enabled: row.detail.is_enable, ...ruleView(row.detail.definition) };
    case 'share': {
      const { id, open, ...share } = row.detail;
      return { kind: 'share', ...of, ...share, open_link: open ? id : null };
    }
    case 'calendar': {
      const { id, open, ...calendar } = row.detail;
      return { kind: 'calendar', ...of, ...calendar, open_link: open ? id : null };
    }
    case 'sent':
      return { kind: 'sent', ...of, ...row.detail };
    case 'act':
      return { kind: 'act', ...of, ...row.detail };
  }
}

type Rule = Extract<Reviewed, { kind: 'rule' }>;

/** What it does, without the mail it matches. */
function ruleView(definition: RuleDefinition): Pick<Rule, 'type' | 'does' | 'redirects_to'> {
  if (!isFilter(definition)) {
    const type = definition.type === 'vacation' ? 'auto_reply' : 'block';
    return { type, does: [], redirects_to: [] };
  }
  const enabled = definition.actions.filter(({ enable }) => enable);
  return {
    type: 'filter',
    does: [...new Set(enabled.map(({ type }) => type))],
    redirects_to: enabled.flatMap((action) => (action.type === 'redirect' ? [action.value] : [])),
  };
}
