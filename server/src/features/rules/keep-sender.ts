import { isValidAddress } from '@bocau/contract/address.ts';
import type { BodyOf } from '@bocau/contract/endpoint.ts';
import type { KeepPlace, keepSender as keepEndpoint } from '@bocau/contract/keep-senders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type FilterAction, type FilterRule, isFilter } from '@bocau/contract/rule-definitions.ts';
import { alternativesOf } from '@bocau/contract/rule-values.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { newRule, type RuleRow } from './rule-row.ts';
import { deleteRules, readRules, rulesChanged } from './rules.store.ts';
import { refuseOneMore, saveRule } from './save-rule.ts';

type Keep = BodyOf<typeof keepEndpoint>;
/** A filter that does nothing but keep the mail of senders in one place. */
type Keeping = { rule: RuleRow; definition: FilterRule; senders: string[] };

/** Adds a sender to the filter of a place, or takes it out; a filter without senders goes. Answers whether anything changed. */
export async function keepSender(
  deps: ChangeDeps,
  mailboxId: number,
  { from, to, kept }: Keep,
): Promise<boolean> {
  const sender = foldAddress(from);
  if (!isValidAddress(sender))
    throw invalidInput('This is not an address', {
      field: 'from',
      problem: 'is no address',
      rule: 'invalid',
    });
  return changeMailbox(deps, mailboxId, async (change) => {
    const ofPlace = (await readRules(change.tx, mailboxId)).flatMap((rule) => readKeeping(rule, to));
    const having = ofPlace.filter(({ senders }) => senders.some((each) => foldAddress(each) === sender));
    if (!kept) {
      for (const keeping of having) await takeOut(change, keeping, sender);
      return having.length > 0;
    }
    if (having.length > 0) return false;
    const roomy = ofPlace.find(
      ({ senders }) => joined([...senders, sender]).length <= LIMITS.ruleValueLength,
    );
    if (!roomy) {
      await refuseOneMore(change.tx, mailboxId);
      const definition = filterOf(actionOf(to), [sender]);
      await saveRule(change, newRule({ id: newId(deps.clock), is_enable: true, definition, name: null }));
    } else await writeSenders(change, roomy, [...roomy.senders, sender]);
    return true;
  });
}

async function takeOut(change: MailboxChange, keeping: Keeping, sender: string): Promise<void> {
  const left = keeping.senders.filter((each) => foldAddress(each) !== sender);
  if (left.length > 0) return writeSenders(change, keeping, left);
  await deleteRules(change.tx, change.mailboxId, [keeping.rule.id]);
  await rulesChanged(change);
}

async function writeSenders(change: MailboxChange, { rule, definition }: Keeping, senders: string[]) {
  const next = { ...definition, conditions: filterOf(actionOfRule(definition), senders).conditions };
  await saveRule(change, { ...rule, definition: next });
}

function readKeeping(rule: RuleRow, to: KeepPlace): Keeping[] {
  const { definition } = rule;
  if (!rule.is_enable || !isFilter(definition)) return [];
  const [condition, ...others] = definition.conditions;
  const [action, ...more] = definition.actions.filter(({ enable }) => enable);
  const wanted = actionOf(to);
  const isOne = others.length === 0 && more.length === 0;
  const isTo = action?.type === wanted.type && action.value === wanted.value;
  if (!isOne || !isTo || condition?.type !== 'from' || condition.comparator !== 'contains') return [];
  return [{ rule, definition, senders: alternativesOf(condition.value) }];
}

function actionOf(to: KeepPlace): FilterAction {
  return to.kind === 'folder'
    ? { enable: true, type: 'fileinto', value: to.folder_id }
    : { enable: true, type: 'addlabel', value: to.label_id };
}

function actionOfRule({ actions }: FilterRule): FilterAction {
  return actions.find(({ enable }) => enable) as FilterAction;
}

function filterOf(action: FilterAction, senders: string[]): FilterRule {
  const condition = { type: 'from' as const, comparator: 'contains' as const, value: joined(senders) };
  return { match: 'all', conditions: [condition], actions: [action] };
}

function joined(senders: string[]): string {
  return senders.join(', ');
}
