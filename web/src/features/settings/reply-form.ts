import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import { daysLater } from './reply-day.ts';

/** The content of the form; a date is empty while the typed text is invalid. */
export type ReplyForm = {
  on: boolean;
  first: string;
  hasEnd: boolean;
  last: string;
  subject: string;
  body: string;
  onlyOrganisation: boolean;
  /** VA-5: reply again to those who got an earlier text. Chosen for each save, and not stored. */
  tellAgain: boolean;
};
export type ReplyField = 'first' | 'last' | 'body';
export type ReplyProblem = { field: ReplyField; words: 'first' | 'last' | 'order' | 'body' };

const PROPOSED_DAYS = 7;

/** The form of the saved reply; where none is saved, it is off, with an end proposed in seven days. */
export function formOf(reply: VacationRule | null, today: string): ReplyForm {
  if (!reply) {
    return {
      on: false,
      first: today,
      hasEnd: true,
      last: daysLater(today, PROPOSED_DAYS),
      subject: '',
      body: '',
      onlyOrganisation: false,
      tellAgain: false,
    };
  }
  return {
    on: reply.is_enable,
    first: reply.start_date,
    hasEnd: reply.end_date !== null,
    last: reply.end_date ?? daysLater(today, PROPOSED_DAYS),
    subject: reply.subject,
    body: reply.body,
    onlyOrganisation: reply.only_organisation,
    tellAgain: false,
  };
}

/** A reply turned on again after its days have passed begins today. */
export function turnedOn(form: ReplyForm, today: string): ReplyForm {
  const isOver = form.hasEnd && form.last < today;
  return isOver
    ? { ...form, on: true, first: today, last: daysLater(today, PROPOSED_DAYS) }
    : { ...form, on: true };
}

/** Whether somebody may have received a text other than the form's. */
export function isCorrected(form: ReplyForm, before: ReplyForm): boolean {
  return form.on && before.on && (form.subject.trim() !== before.subject || form.body !== before.body);
}

/** A reply that is off is saved whatever its dates are. */
export function replyOf(given: ReplyForm, from: string, today: string): VacationRule {
  const hasDays = problemsOf({ ...given, on: true }).every(({ field }) => field === 'body');
  const form = given.on || hasDays ? given : { ...given, first: today, hasEnd: false };
  return {
    type: 'vacation',
    is_enable: form.on,
    start_date: form.first,
    end_date: form.hasEnd ? form.last : null,
    subject: form.subject.trim(),
    from,
    body: form.body,
    only_organisation: form.onlyOrganisation,
  };
}

/** The problems that prevent saving, in the order of the form. */
export function problemsOf(form: ReplyForm): ReplyProblem[] {
  if (!form.on) return [];
  const problems: ReplyProblem[] = [];
  if (form.first === '') problems.push({ field: 'first', words: 'first' });
  if (form.hasEnd && form.last === '') problems.push({ field: 'last', words: 'last' });
  else if (form.hasEnd && form.last < form.first) problems.push({ field: 'last', words: 'order' });
  if (form.body.trim() === '') problems.push({ field: 'body', words: 'body' });
  return problems;
}

export type ReplyState = { words: 'running' } | { words: 'runningUntil' | 'waiting' | 'ended'; day: string };

/** The state of a saved reply that is on: before, during or after its days. */
export function stateOf({ start_date: first, end_date: last }: VacationRule, today: string): ReplyState {
  if (today < first) return { words: 'waiting', day: first };
  if (last === null) return { words: 'running' };
  return today <= last ? { words: 'runningUntil', day: last } : { words: 'ended', day: last };
}
