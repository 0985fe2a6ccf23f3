import { filterRule } from '@bocau/contract/rule-definitions.ts';
import { compileFilter } from '../features/rules/compile-filters.ts';
import { evaluate } from '../features/rules/evaluate-rules.ts';
import { factsOf } from '../features/rules/message-facts.ts';
import { readMail } from '../platform/mime/read-mail.ts';

/** Realistic filters that hardly ever match: their evaluation is the cost. */
export function sampleFilters(count: number): object[] {
  const conditions = [
    (number: number) => ({
      type: 'from',
      comparator: 'contains',
      value: `nguoi.gui.${number}@doitac.example`,
    }),
    (number: number) => ({
      type: 'subject',
      comparator: 'contains',
      value: `Báo cáo tuần ${number}, BC${number}`,
    }),
    (number: number) => ({ type: 'body', comparator: 'contains', value: `mã đơn hàng ${number}` }),
  ];
  return Array.from({ length: count }, (_, number) => ({
    match: 'all',
    conditions: [conditions[number % conditions.length]?.(number)],
    actions: [{ enable: true, type: 'setflag', value: 'Flagged' }],
  }));
}

/** Evaluates this many filters on a parsed message: the caller measures the time. */
export function filtersOn(count: number): (raw: Buffer) => () => void {
  const filters = sampleFilters(count).map((given, index) =>
    compileFilter(String(index), filterRule.parse(given), () => true),
  );
  const rules = {
    filters,
    awaitsInvoices: false,
    forward: null,
    replyRuleId: null,
    verified: new Set<string>(),
  };
  return (raw) => {
    const { mail, files } = readMail(raw);
    const message = {
      ...mail,
      headers: mail,
      body: mail.html ?? mail.text,
      bodyIsHtml: mail.html !== null,
      size: raw.length,
      attachments: files,
    };
    return () => evaluate(rules, factsOf(message), 'clean');
  };
}
