import { isValidAddress } from '@bocau/contract/address.ts';
import { type RuleDefinition, ruleDefinition } from '@bocau/contract/rules.ts';
import { Failure } from '../../platform/failure.ts';

/** What a client sent as `sieve_json`, or a refusal that says what is wrong with it. */
export function readDefinition(sieveJson: string): RuleDefinition {
  const given = parse(sieveJson);
  if (typeof given === 'object' && given !== null && isForLater(given)) {
    throw refusal('Rules of this type come later; for now senders can be blocked (auto_mark_spam)');
  }
  const parsed = ruleDefinition.safeParse(given);
  if (!parsed.success) throw refusal(parsed.error.issues[0]?.message ?? 'this is no rule');
  const from = parsed.data.from.trim();
  if (!isValidAddress(from)) throw refusal('The sender is no address that mail can come from');
  return { ...parsed.data, from };
}

/** What clients know and this server does not do yet: auto-replies, forwards, and filters, which have no type. */
function isForLater(given: object): boolean {
  return !('type' in given) || given.type === 'vacation' || given.type === 'autofw';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('This is not JSON');
  }
}

function refusal(problem: string): Failure {
  return new Failure('invalid_input', problem, { details: { field: 'sieve_json' } });
}
