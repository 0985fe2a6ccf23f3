import { addressParts, fieldsOfParts, templateParts } from '@bocau/contract/template-fields.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import type { TextFault, TextRules } from '../../mail/settings/own-images.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { cleanTemplate } from '../../platform/mime/clean-mail-html.ts';
import { decodeEntities } from '../../platform/mime/html-entities.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { TemplateText } from './templates.store.ts';

export const TEMPLATE_TEXT: TextRules = {
  characters: TEMPLATE_LIMITS.textLength,
  images: TEMPLATE_LIMITS.images,
  imageBytes: TEMPLATE_LIMITS.imageBytes,
  clean: cleanTemplate,
};

/** Longer than any text of a template. */
const CHARACTERS = 200_000;
/** In sanitised HTML. */
const LINK = /<a\b[^>]*\shref="([^"]*)"/gi;

type Recipients = TemplateText['recipients'];
/** As the API has them; absent fields stay as they are. */
export type TemplateChanges = {
  [Key in keyof (Omit<TemplateText, 'recipients'> & Recipients)]?:
    | (Omit<TemplateText, 'recipients'> & Recipients)[Key]
    | undefined;
};

export const NO_TEXT: TemplateText = {
  name: '',
  folder: '',
  subject: '',
  html: '',
  recipients: { to: [], cc: [], bcc: [] },
};

/** All but the text, which is sanitised before. */
export function changedText(before: TemplateText, changes: TemplateChanges, html: string): TemplateText {
  const { to, cc, bcc } = before.recipients;
  const text = {
    name: (changes.name ?? before.name).trim(),
    folder: (changes.folder ?? before.folder).trim(),
    subject: changes.subject ?? before.subject,
    html,
    recipients: { to: changes.to ?? to, cc: changes.cc ?? cc, bcc: changes.bcc ?? bcc },
  };
  refuseManyFields(before, text);
  return text;
}

/** TE-21: each is a box to fill in. A text that was saved before stays as it is. */
function refuseManyFields(before: TemplateText, text: TemplateText): void {
  const changed = (['html', 'subject'] as const).find((part) => text[part] !== before[part]);
  if (!changed || fieldsIn(text).length <= TEMPLATE_LIMITS.fields) return;
  throw invalidInput(`A template can have up to ${TEMPLATE_LIMITS.fields} different fields`, {
    field: changed,
    problem: 'has too many fields to fill in',
    rule: 'too_many',
    limit: TEMPLATE_LIMITS.fields,
  });
}

/** Each once, those in addresses of links last (TE-22). */
export function fieldsIn({ subject, html }: Pick<TemplateText, 'subject' | 'html'>): string[] {
  const links = [...html.matchAll(LINK)].flatMap(([, address = '']) => addressParts(decodeEntities(address)));
  return fieldsOfParts([...templateParts(subject), ...templateParts(htmlToText(html, CHARACTERS)), ...links]);
}

export function refusedText(fault: TextFault): Failure {
  return invalidInput(`The template can't be saved: it ${fault.problem}`, { field: 'html', ...fault });
}

export function tooManyTemplates(): Failure {
  return invalidInput(`There can be up to ${TEMPLATE_LIMITS.templates} templates`, {
    field: 'name',
    problem: 'is one template too many',
    rule: 'too_many',
    limit: TEMPLATE_LIMITS.templates,
  });
}

export function templateNotFound(): Failure {
  return new Failure('template_not_found', 'Template not found');
}
