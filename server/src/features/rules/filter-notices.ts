import { matchesNearlyAll } from '@bocau/contract/broad-filters.ts';
import { type FilterRule, isFilter } from '@bocau/contract/rule-definitions.ts';
import { enqueueRuleNotice } from '../../mail/forwarding/rule-notices.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { RuleRow } from './rule-row.ts';

/** Notifies the mailbox of a filter that from now on redirects or discards its mail. */
export async function enqueueFilterNotices(
  change: MailboxChange,
  before: RuleRow | undefined,
  after: RuleRow,
  beforeRedirect: () => void = () => undefined,
): Promise<void> {
  const [was, is] = [runningFilter(before), runningFilter(after)];
  if (is === null) return;
  const known = new Set(was === null ? [] : targetsOf(was).map(foldAddress));
  const targets = targetsOf(is).filter((target) => !known.has(foldAddress(target)));
  if (targets.length > 0) beforeRedirect();
  if (targets.length > 0) await enqueueRuleNotice(change, { kind: 'redirect', about: targets.join(', ') });
  if (discardsAll(is) && !(was !== null && discardsAll(was))) {
    await enqueueRuleNotice(change, { kind: 'discard', about: after.id });
  }
}

function runningFilter(rule: RuleRow | undefined): FilterRule | null {
  return rule?.is_enable && isFilter(rule.definition) ? rule.definition : null;
}

function targetsOf({ actions }: FilterRule): string[] {
  return actions.flatMap(({ enable, type, value }) => (enable && type === 'redirect' ? [value] : []));
}

function discardsAll(filter: FilterRule): boolean {
  return filter.actions.some(({ enable, type }) => enable && type === 'discard') && matchesNearlyAll(filter);
}
