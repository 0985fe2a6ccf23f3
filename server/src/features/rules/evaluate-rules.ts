import { LIMITS } from '@bocau/contract/limits.ts';
import type { Filing } from '../../mail/incoming/mail-rules.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { CompiledFilter } from './compile-filters.ts';
import type { MessageFacts } from './message-facts.ts';

/** The rules of one mailbox, ready to be asked. */
export type CompiledRules = {
  /** In the order in which they act. */
  filters: CompiledFilter[];
  /** The forward that is on, to an address that is verified. */
  forward: { ruleId: string; target: string } | null;
  replyRuleId: string | null;
  /** Addresses that mail may be sent on to, as they are compared. */
  verified: Set<string>;
};

/** What was found of a message before any rule of its user: the last two neither leave again nor are answered. */
export type Verdict = 'clean' | 'junk' | 'forged';

/**
 * What becomes of a message whose sender is not blocked: filters in their order, then the forward, then the reply. The
 * first folder counts, which for junk is Junk; marks and redirects of later filters are added.
 */
export function evaluate(rules: CompiledRules, facts: MessageFacts, verdict: Verdict): Filing {
  const filing = untouched(verdict === 'junk' ? 'Junk' : 'INBOX');
  let isFiled = verdict === 'junk';
  const mayLeave = verdict === 'clean';
  for (const filter of rules.filters) {
    if (!ask(filter, () => facts, filing.failed)) continue;
    filing.hits.push(filter.id);
    if (filter.discards) {
      filing.discarded = !isFiled;
      return filing;
    }
    filing.seen ||= filter.seen;
    filing.starred ||= filter.starred;
    if (filter.folder !== null && !isFiled) {
      filing.folder = filter.folder;
      isFiled = true;
    }
    if (mayLeave) addRedirects(filing, rules, filter);
  }
  if (!mayLeave) return filing;
  if (rules.forward) {
    filing.hits.push(rules.forward.ruleId);
    if (!goesTo(filing, rules.forward.target)) filing.onward.push(rules.forward);
  }
  return { ...filing, replyRuleId: rules.replyRuleId };
}

/** Of a blocked sender: nothing else happens to it. */
export function blocked(ruleId: string): Filing {
  return { ...untouched('Junk'), hits: [ruleId] };
}

function untouched(folder: Filing['folder']): Filing {
  return {
    folder,
    ...{ seen: false, starred: false, discarded: false },
    ...{ onward: [], replyRuleId: null, hits: [], failed: [] },
  };
}

/** A filter that fails does not match: it must not keep the message from its mailbox. */
export function ask(filter: CompiledFilter, facts: () => MessageFacts, failed: Filing['failed']): boolean {
  try {
    return filter.matches(facts());
  } catch (error) {
    failed.push({ ruleId: filter.id, error });
    return false;
  }
}

function addRedirects(filing: Filing, { verified }: CompiledRules, { id, redirects }: CompiledFilter): void {
  for (const target of redirects) {
    if (filing.onward.length >= LIMITS.redirectsPerMessage) return;
    if (!verified.has(foldAddress(target)) || goesTo(filing, target)) continue;
    filing.onward.push({ ruleId: id, target });
  }
}

function goesTo({ onward }: Filing, target: string): boolean {
  return onward.some((one) => foldAddress(one.target) === foldAddress(target));
}
