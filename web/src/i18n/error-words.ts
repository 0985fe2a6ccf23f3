import type { ApiError } from '@bocau/contract/client.ts';
import type { InvalidField } from '@bocau/contract/errors.ts';
import { shortMoment } from '../lib/dates.ts';
import { now } from '../lib/timers.ts';
import type { Say, WordKey } from './say.ts';

const MINUTE = 60;

/**
 * Labels of API fields, as on the screens where they are entered; by the first segment of the field's path.
 */
const FIELDS: Record<string, WordKey> = {
  name: 'folders.dialog.name',
  display_name: 'folders.dialog.name',
  q: 'search.label',
  term: 'search.fields.term',
  from_addr: 'search.fields.from',
  to_addr: 'search.fields.to',
  subject: 'search.fields.subject',
  period: 'sending.periods.cycle',
  time_send: 'sending.periods.time',
  start_day: 'sending.periods.start',
  end_day: 'sending.periods.end',
  end_after: 'sending.periods.timesLabel',
  timestamp: 'sending.scheduling.time',
};
/** The same for a rule, whose parts are sent as one field. */
const RULE_FIELDS: Record<string, WordKey> = {
  from: 'filters.blocked.field',
  email: 'forwarding.email',
  start_date: 'autoReply.first',
  end_date: 'autoReply.last',
  subject: 'autoReply.subject',
  body: 'autoReply.body',
};

/**
 * Why a call was refused: what happened, what was kept, and what to do, with the field and the time where
 * known.
 */
export function errorWords(t: Say, error: ApiError): string {
  const words = t(`errors.${error.code}`);
  if (error.code === 'invalid_input') return fieldWords(t, error) ?? words;
  const { name } = error.details;
  if (error.code === 'file_not_allowed' && typeof name === 'string') return t('faults.blockedFile', { name });
  return error.status === 429 ? `${words} ${retryWords(t, error.retryAfter)}` : words;
}

/** When to try again: in seconds while they are few, otherwise as a time of day. */
export function retryWords(t: Say, seconds: number | null): string {
  if (seconds === null || !Number.isFinite(seconds)) return t('faults.retryLater');
  if (seconds <= MINUTE) return t('faults.retryIn', { count: seconds });
  // Rounded up to the next full minute: an earlier one could still be too soon.
  const at = Math.ceil(now() / 1000 / MINUTE + seconds / MINUTE) * MINUTE;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return t('faults.retryAt', { time: shortMoment(at, now(), timeZone) });
}

function fieldWords(t: Say, { details }: ApiError): string | null {
  const [first] = Array.isArray(details['fields']) ? (details['fields'] as Partial<InvalidField>[]) : [];
  const [field = '', part = '', place] = first?.field?.split('.') ?? [];
  const ofRule = RULE_FIELDS[part] ?? 'filters.title';
  const name = field === 'sieve_json' ? ofRule : FIELDS[field];
  if (!first?.rule || !name) return null;
  const problem = t(`faults.rules.${first.rule}`, { limit: first.limit });
  const shown = part === 'conditions' ? t('filters.editor.condition', { place: Number(place) + 1 }) : t(name);
  return t('faults.field', { field: shown, problem });
}
