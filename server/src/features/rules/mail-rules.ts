import { isFilter, type RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import { asksForInvoices } from '@bocau/contract/rule-values.ts';
import { readForwards } from '../../mail/forwarding/forwarding.store.ts';
import type { Incoming } from '../../mail/incoming/incoming.ts';
import type { MailRules } from '../../mail/incoming/mail-rules.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Tx } from '../../tables.ts';
import { compileSafely } from './compile-filters.ts';
import { blocked, type CompiledRules, evaluate, type Verdict } from './evaluate-rules.ts';
import { logFailures } from './failed-filters.ts';
import { filterByInvoices } from './filter-by-invoices.ts';
import { addressKeys, factsOf } from './message-facts.ts';
import { readLabelsOfRules, readMissingFolders } from './missing-folders.ts';
import type { RuleRow } from './rule-row.ts';
import { readRules, readRulesState, writeHits } from './rules.store.ts';

/**
 * The number of mailboxes whose compiled rules are cached; one with many filters takes some hundred
 * kilobytes.
 */
const KEPT_AT_MOST = 500;

/** Applies the rules of mailboxes to incoming mail. Compiled rules are cached until the rules change. */
export function createMailRules({ log }: { log: Logger }): MailRules {
  const kept = new Map<number, { version: number; rules: CompiledRules }>();

  async function compiledFor(tx: Tx, mailboxId: number, version: number): Promise<CompiledRules> {
    const before = kept.get(mailboxId);
    if (before?.version === version) return before.rules;
    const rules = await compileRules(tx, mailboxId);
    kept.delete(mailboxId);
    if (kept.size >= KEPT_AT_MOST) kept.clear();
    kept.set(mailboxId, { version, rules });
    return rules;
  }

  return {
    async decide(tx, mailboxId, messages) {
      const senders = messages.map(({ sender }) => [...addressKeys([sender.email])]);
      const state = await readRulesState(tx, mailboxId, [...new Set(senders.flat())]);
      const blocks = new Map(state.blocks.map(({ id, sender }) => [sender, id]));
      const rules = await compiledFor(tx, mailboxId, state.version);
      return messages.map((message, index) => {
        const by = senders[index]?.map((sender) => blocks.get(sender)).find((id) => id !== undefined);
        return by === undefined ? evaluate(rules, factsOf(message), verdictOf(message)) : blocked(by);
      });
    },

    filterByInvoices: (change, delivered) => filterByInvoices(log, change, delivered),

    record({ tx, mailboxId, now, send }, filings) {
      const counts = countsOf(filings.flatMap(({ hits }) => hits));
      const failures = filings.flatMap(({ failed }) => failed);
      const failed = logFailures(log, mailboxId, failures);
      if (counts.size > 0 || failed.length > 0) send(writeHits(tx, mailboxId, { counts, failed, now }));
    },
  };
}

/**
 * The single place that maps findings to a verdict before the user's rules: a spam check results in `junk`
 * here.
 */
function verdictOf({ spam, spoofed }: Incoming): Verdict {
  if (spam) return 'junk';
  return spoofed ? 'forged' : 'clean';
}

async function compileRules(tx: Tx, mailboxId: number): Promise<CompiledRules> {
  const rows = (await readRules(tx, mailboxId)).filter(({ is_enable }) => is_enable);
  const missing = await readMissingFolders(tx, mailboxId, rows);
  const labels = await readLabelsOfRules(tx, mailboxId, rows);
  const forwards = rows.some(sendsOn) ? await readForwards(tx, mailboxId) : [];
  const verified = new Set(forwards.filter((forward) => forward.verified).map(({ address }) => address));
  const [forward] = rows.flatMap(({ id, definition }) =>
    isOn(definition, 'autofw') ? [{ ruleId: id, target: definition.email }] : [],
  );
  return {
    filters: rows.flatMap(({ id, definition }) =>
      isFilter(definition) && !asksForInvoices(definition)
        ? [
            compileSafely(
              id,
              definition,
              (folder) => !missing.has(folder),
              (label) => labels.has(label),
            ),
          ]
        : [],
    ),
    awaitsInvoices: rows.some(({ definition }) => isFilter(definition) && asksForInvoices(definition)),
    forward: forward && verified.has(foldAddress(forward.target)) ? forward : null,
    replyRuleId: rows.find(({ definition }) => isOn(definition, 'vacation'))?.id ?? null,
    verified,
  };
}

function sendsOn({ definition }: RuleRow): boolean {
  if (!isFilter(definition)) return definition.type === 'autofw';
  return definition.actions.some(({ enable, type }) => enable && type === 'redirect');
}

/** These have a switch of their own besides their rule's. */
function isOn<Type extends 'autofw' | 'vacation'>(
  definition: RuleDefinition,
  type: Type,
): definition is Extract<RuleDefinition, { type: Type }> {
  return (
    !isFilter(definition) && definition.type === type && 'is_enable' in definition && definition.is_enable
  );
}

function countsOf(ids: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
