import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';

/** Mail of this sender goes to Junk. */
const blockRule = z.object({ type: z.literal('auto_mark_spam'), from: z.string().min(1).max(320) });
export type RuleDefinition = z.infer<typeof blockRule>;

/** What `sieve_json` holds, as an object. */
export const ruleDefinition = z.discriminatedUnion('type', [blockRule]);

export const rule = z.object({
  id,
  is_enable: z.boolean(),
  name: z.string(),
  /** JSON text of a rule definition. */
  sieve_json: z.string(),
  /** RFC 5228, printed by the server from `sieve_json`. */
  sieve_script: z.string(),
  /** False while an address that the rule sends mail to waits to be verified. */
  verify: z.boolean(),
});
export type Rule = z.infer<typeof rule>;

const input = z.object({
  is_enable: z.boolean(),
  sieve_json: z.string().max(20_000),
  /** Taken for the sake of older clients; never read, never run. */
  sieve_script: z.string().max(100_000).optional(),
});

export const listRules = endpoint({
  method: 'GET',
  path: '/api/v2/rules',
  summary: 'All rules of the mailbox, oldest first',
  access: 'session',
  data: z.array(rule),
  errors: [],
});

export const createRule = endpoint({
  method: 'POST',
  path: '/api/v2/rules',
  summary: 'Add a rule; a sender who is blocked already keeps the one rule',
  access: 'session',
  body: input,
  data: rule,
  errors: [],
});

export const getRule = endpoint({
  method: 'GET',
  path: '/api/v2/rules/:id',
  summary: 'One rule',
  access: 'session',
  params: z.object({ id }),
  data: rule,
  errors: ['rule_not_found'],
});

export const updateRule = endpoint({
  method: 'PATCH',
  path: '/api/v2/rules/:id',
  summary: 'Change a rule',
  access: 'session',
  params: z.object({ id }),
  body: input.partial(),
  data: rule,
  errors: ['rule_not_found', 'already_exists'],
});

export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/v2/rules/:id',
  summary: 'Remove a rule',
  access: 'session',
  params: z.object({ id }),
  data: done,
  errors: ['rule_not_found'],
});
