import { ApiError } from '@bocau/contract/client.ts';
import type { InvalidField } from '@bocau/contract/errors.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { errorWords } from '../../i18n/error-words.ts';
import type { Say, WordKey } from '../../i18n/say.ts';

/** As the fields of a template are called where they are written. */
const FIELDS: Record<string, WordKey> = {
  name: 'templates.form.name',
  folder: 'templates.form.folder',
  subject: 'templates.form.subject',
  html: 'templates.form.text',
  to: 'templates.form.to',
  cc: 'templates.form.cc',
  bcc: 'templates.form.bcc',
  emails: 'templates.keepers.label',
};

/** Why something about a template was refused; what is no answer of the server is thrown on. */
export function templateFaultWords(t: Say, error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { fields } = error.details as { fields?: readonly Partial<InvalidField>[] };
  const [first] = fields ?? [];
  const label = FIELDS[first?.field?.split('.')[0] ?? ''];
  if (!first?.rule || !label) return errorWords(t, error);
  if (first.field === 'name' && first.rule === 'too_many')
    return t('templates.full', { count: first.limit ?? 0 });
  const isText = first.field === 'html' || first.field === 'subject';
  if (isText && first.rule === 'too_many' && first.limit === TEMPLATE_LIMITS.fields)
    return t('templates.form.manyFields', { count: first.limit });
  if (first.field === 'html' && first.rule === 'too_large') {
    const isFull = first.limit === TEMPLATE_LIMITS.domainImageBytes;
    return t(isFull ? 'templates.form.domainImagesFull' : 'templates.form.largeImage');
  }
  const problem = t(`faults.rules.${first.rule}`, { limit: first.limit });
  return t('faults.field', { field: t(label), problem });
}
