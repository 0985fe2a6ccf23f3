import { type ForwardRule, forwardRule } from '@bocau/contract/rule-definitions.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { invalidInput } from '../../platform/failure.ts';
import { invalidField } from '../../platform/http/invalid-field.ts';
import { isId } from '../../platform/ids.ts';
import { createForward, updateForward } from '../forwarding/save-forward.ts';
import type { RuleRow } from './rule-row.ts';
import { readRule } from './rules.store.ts';

type Given = { is_enable?: boolean | undefined; sieve_json?: string | undefined };

/** Null where the rule is of another type. A forward is made disabled, whatever is said. */
export async function createForwardRule(
  deps: SendingDeps,
  mailboxId: number,
  { sieve_json: sieveJson }: { sieve_json: string },
): Promise<RuleRow | null> {
  const forward = readForward(sieveJson);
  if (forward === null) return null;
  const id = await createForward(deps, mailboxId, forward.email);
  return (await readRule(deps.db, mailboxId, id)) ?? null;
}

/** Null where the rule is of another type. */
export async function updateForwardRule(
  deps: SendingDeps,
  mailboxId: number,
  id: string,
  { is_enable, sieve_json: sieveJson }: Given,
): Promise<RuleRow | null> {
  if (!isId(id)) return null;
  const forward = sieveJson === undefined ? undefined : readForward(sieveJson);
  const given = { enable: is_enable ?? forward?.is_enable, email: forward?.email };
  if (!(await updateForward(deps, mailboxId, id, { ...given, isOther: forward === null }))) return null;
  return (await readRule(deps.db, mailboxId, id)) ?? null;
}

function readForward(sieveJson: string): ForwardRule | null {
  const given = parse(sieveJson);
  if (typeof given !== 'object' || given === null || !('type' in given) || given.type !== 'autofw')
    return null;
  const parsed = forwardRule.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) return null;
  const field = invalidField({ ...issue, path: ['sieve_json', ...issue.path] });
  throw invalidInput(`${field.field}: ${field.problem}`, field);
}

/** What is no JSON is refused where the other types are read. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
