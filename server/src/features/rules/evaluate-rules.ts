import { LIMITS } from '@bocau/contract/limits.ts';
import type { Filing } from '../../mail/incoming/mail-rules.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { CompiledFilter } from './compile-filters.ts';
import type { MessageFacts } from './message-facts.ts';

/** The compiled rules of one mailbox. */
export type CompiledRules = {
  /** In the order of evaluation. */
  filters: CompiledFilter[];
  /** There are filters that act once invoices are read. */
  awaitsInvoices: boolean;
  /** The active forward, to a verified address. */
  forward: { ruleId: string; target: string } | null;
  replyRuleId: string | null;
  /** Normalized addresses to which mail may be forwarded. */
  verified: Set<string>;
};

/** The verdict on a message before the user's rules: `junk` and `forged` are neither forwarded nor answered. */
export type Verdict = 'clean' | 'junk' | 'forged';

/**
 * The result for a message whose sender is not blocked: filters in their order, then the forward, then the
 * reply. The first folder counts, which for junk is Junk; marks and redirects of later filters are added.
 */
export function evaluate(rules: CompiledRules, facts: MessageFacts, verdict: Verdict): Filing {
  const filing = {
    ...untouched(verdict === 'junk' ? 'Junk' : 'INBOX'),
    awaitsInvoices: rules.awaitsInvoices && verdict !== 'junk',
  };
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
    filing.labels.push(...filter.labels);
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

/** A message from a blocked sender: no other rules apply. */
export function blocked(ruleId: string): Filing {
  return { ...untouched('Junk'), hits: [ruleId] };
}

function untouched(folder: Filing['folder']): Filing {
  return {
    folder,
    ...{ seen: false, starred: false, labels: [], discarded: false, awaitsInvoices: false },
    ...{ onward: [], replyRuleId: null, hits: [], failed: [] },
  };
}

/** A failing filter does not match: it must not prevent delivery. */
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
