import { LIMITS } from '@bocau/contract/limits.ts';
import { type BlockRule, isFilter, type RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { checkLabels } from '../../mail/messages/label-messages.ts';
import { checkMoveTarget } from '../../mail/messages/move-messages.ts';
import { foldAddress, withoutTag } from '../../mail/people/fold-address.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { enqueueFilterNotices } from './filter-notices.ts';
import { foldersOf, labelsOf } from './missing-folders.ts';
import { readDefinition } from './read-definition.ts';
import { newRule, type RuleRow } from './rule-row.ts';
import {
  countRules,
  deleteRules,
  forgetAnswered,
  hasAddress,
  hasAddressIn,
  readLastPosition,
  readRule,
  readRuleOfSender,
  readRules,
  readVacationRule,
  rulesChanged,
  writePositions,
  writeRule,
} from './rules.store.ts';

/** `beforeRedirect` throws when the caller may not redirect mail. */
export type RuleDeps = ChangeDeps & { beforeRedirect?: () => void };

type RuleInput = {
  is_enable: boolean;
  name?: string | undefined;
  sieve_json: string;
  tell_again?: boolean | undefined;
};

/**
 * Adds a rule, a filter as the last one. A sender blocked again, and the automatic reply, reuse their
 * existing rule.
 */
export async function createRule(deps: RuleDeps, mailboxId: number, input: RuleInput): Promise<RuleRow> {
  const definition = readDefinition(input.sieve_json);
  return changeMailbox(deps, mailboxId, async (change) => {
    const known = await readKnown(change.tx, mailboxId, definition);
    if (!known) await refuseOneMore(change.tx, mailboxId);
    const { is_enable } = input;
    const rule = newRule<RuleDefinition>({
      ...known,
      ...{ id: known?.id ?? newId(deps.clock), is_enable, definition },
      name: input.name ?? known?.name ?? null,
    });
    await enqueueFilterNotices(change, known, rule, deps.beforeRedirect);
    return saveRule(change, rule, { tellAgain: input.tell_again });
  });
}

export async function updateRule(
  deps: RuleDeps,
  mailboxId: number,
  id: string,
  input: { [Key in keyof RuleInput]?: RuleInput[Key] | undefined },
): Promise<RuleRow> {
  const definition = input.sieve_json === undefined ? undefined : readDefinition(input.sieve_json);
  return changeMailbox(deps, mailboxId, async (change) => {
    const before = await readRule(change.tx, mailboxId, id);
    if (!before) throw ruleNotFound();
    const rule: RuleRow = {
      ...before,
      is_enable: input.is_enable ?? before.is_enable,
      name: input.name ?? before.name,
      definition: definition ?? before.definition,
      // The problem may be solved; otherwise it is recorded again.
      problem: null,
    };
    const sender = senderOf(rule.definition);
    const taken = sender === null ? undefined : await readRuleOfSender(change.tx, mailboxId, sender);
    if (taken && taken.id !== id) throw new Failure('already_exists', 'This sender is already blocked');
    await enqueueFilterNotices(change, before, rule, deps.beforeRedirect);
    return saveRule(change, rule, { isNewDefinition: definition !== undefined, tellAgain: input.tell_again });
  });
}

export async function deleteRule(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    if (!(await readRule(change.tx, mailboxId, id))) throw ruleNotFound();
    await deleteRules(change.tx, mailboxId, [id]);
    await rulesChanged(change);
  });
}

/** Sets the order of filters; those not named follow in their old order, and other rules are ignored. */
export async function orderRules(deps: ChangeDeps, mailboxId: number, ids: string[]): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const rules = await readRules(change.tx, mailboxId);
    const places = new Map(ids.map((id, index) => [id, index]));
    const known = new Set(rules.map(({ id }) => id));
    if (ids.some((id) => !known.has(id))) throw ruleNotFound();
    const filters = rules.filter(({ definition }) => isFilter(definition)).map(({ id }) => id);
    const placeOf = (id: string) => places.get(id) ?? ids.length;
    // Sorting is stable: the others keep their order.
    await writePositions(
      change.tx,
      mailboxId,
      filters.toSorted((one, other) => placeOf(one) - placeOf(other)),
    );
    await rulesChanged(change);
  });
}

export async function refuseOneMore(tx: Tx, mailboxId: number): Promise<void> {
  if ((await countRules(tx, mailboxId)) < LIMITS.rulesPerMailbox) return;
  throw invalidInput(`A mailbox can have up to ${LIMITS.rulesPerMailbox} rules`, {
    field: 'sieve_json',
    problem: 'is one rule too many',
    rule: 'too_many',
    limit: LIMITS.rulesPerMailbox,
  });
}

export function ruleNotFound(): Failure {
  return new Failure('rule_not_found', 'Rule not found');
}

type Saving = { isNewDefinition?: boolean; tellAgain?: boolean | undefined };

export async function saveRule(
  change: MailboxChange,
  rule: RuleRow,
  { isNewDefinition = true, tellAgain = false }: Saving = {},
): Promise<RuleRow> {
  const { tx, mailboxId } = change;
  const { definition } = rule;
  if (isFilter(definition)) {
    if (isNewDefinition) {
      for (const folder of foldersOf(definition)) await checkMoveTarget(change, folder);
      await checkLabels(change, labelsOf(definition));
    }
    if (rule.position === 0) rule.position = (await readLastPosition(tx, mailboxId)) + 1;
  } else if (definition.type === 'auto_mark_spam') {
    await refuseOwnAddress(tx, mailboxId, definition);
  } else if (definition.type === 'vacation' && tellAgain) {
    await forgetAnswered(tx, mailboxId);
  }
  await writeRule(change, rule, senderOf(definition));
  await rulesChanged(change);
  return rule;
}

/** The existing rule of a kind that occurs only once: the new one replaces it. */
async function readKnown(
  tx: Tx,
  mailboxId: number,
  definition: RuleDefinition,
): Promise<RuleRow | undefined> {
  if (!isFilter(definition) && definition.type === 'vacation') return readVacationRule(tx, mailboxId);
  const sender = senderOf(definition);
  return sender === null ? undefined : readRuleOfSender(tx, mailboxId, sender);
}

/** The normalized sender that the rule blocks. */
function senderOf(definition: RuleDefinition): string | null {
  return !isFilter(definition) && definition.type === 'auto_mark_spam' ? foldAddress(definition.from) : null;
}

/** With and without a tag: both are the user's own. */
async function refuseOwnAddress(tx: Tx, mailboxId: number, { from }: BlockRule): Promise<void> {
  const address = foldAddress(from);
  const isOwn = address.startsWith('@')
    ? await hasAddressIn(tx, mailboxId, address)
    : await hasAddress(tx, mailboxId, [from.toLowerCase(), address, withoutTag(address)]);
  if (isOwn) {
    throw invalidInput('You cannot block your own address', {
      field: 'sieve_json',
      problem: 'names an address of this mailbox',
      rule: 'own_address',
    });
  }
}
