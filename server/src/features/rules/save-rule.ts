import { LIMITS } from '@bocau/contract/limits.ts';
import type { RuleDefinition } from '@bocau/contract/rules.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { readDefinition } from './read-definition.ts';
import type { RuleRow } from './rule-row.ts';
import { countRules, deleteRules, hasAddress, readRule, readRuleOfSender, writeRule } from './rules.store.ts';

type RuleInput = { is_enable: boolean; sieve_json: string };

/** Adds a rule. Said again it is the same rule, so that a repeated call does no harm. */
export async function createRule(deps: ChangeDeps, mailboxId: number, input: RuleInput): Promise<RuleRow> {
  const definition = readDefinition(input.sieve_json);
  return changeMailbox(deps, mailboxId, async (change) => {
    const known = await readRuleOfSender(change.tx, mailboxId, foldAddress(definition.from));
    if (!known && (await countRules(change.tx, mailboxId)) >= LIMITS.rulesPerMailbox) {
      throw invalidInput(`A mailbox can have up to ${LIMITS.rulesPerMailbox} rules`, {
        field: 'sieve_json',
        problem: 'is one rule too many',
        rule: 'too_many',
        limit: LIMITS.rulesPerMailbox,
      });
    }
    const rule = { id: known?.id ?? newId(deps.clock), is_enable: input.is_enable, definition };
    await keep(change, rule);
    return rule;
  });
}

export async function updateRule(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  input: { is_enable?: boolean | undefined; sieve_json?: string | undefined },
): Promise<RuleRow> {
  const definition = input.sieve_json === undefined ? undefined : readDefinition(input.sieve_json);
  return changeMailbox(deps, mailboxId, async (change) => {
    const before = await readRule(change.tx, mailboxId, id);
    if (!before) throw ruleNotFound();
    const rule: RuleRow = {
      id,
      is_enable: input.is_enable ?? before.is_enable,
      definition: definition ?? before.definition,
    };
    const taken = await readRuleOfSender(change.tx, mailboxId, foldAddress(rule.definition.from));
    if (taken && taken.id !== id) throw new Failure('already_exists', 'This sender is already blocked');
    await keep(change, rule);
    return rule;
  });
}

export async function deleteRule(deps: ChangeDeps, mailboxId: number, id: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    if (!(await readRule(change.tx, mailboxId, id))) throw ruleNotFound();
    await deleteRules(change.tx, mailboxId, [id]);
    change.journal('settings', change.folders.INBOX);
  });
}

export function ruleNotFound(): Failure {
  return new Failure('rule_not_found', 'Rule not found');
}

async function keep(change: MailboxChange, rule: RuleRow): Promise<void> {
  await refuseOwnAddress(change.tx, change.mailboxId, rule.definition);
  await writeRule(change.tx, change.mailboxId, rule, foldAddress(rule.definition.from));
  change.journal('settings', change.folders.INBOX);
}

/** With and without a tag: mail to both is one's own. */
async function refuseOwnAddress(tx: Tx, mailboxId: number, { from }: RuleDefinition): Promise<void> {
  const address = foldAddress(from);
  const untagged = address.replace(/\+[^@]*@/, '@');
  if (await hasAddress(tx, mailboxId, [from.toLowerCase(), address, untagged])) {
    throw invalidInput('You cannot block your own address', {
      field: 'sieve_json',
      problem: 'names an address of this mailbox',
      rule: 'own_address',
    });
  }
}
