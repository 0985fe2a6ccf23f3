import type { DomainTemplate, ListedDomainTemplate } from '@bocau/contract/domain-templates.ts';
import type { ListedTemplate, Template } from '@bocau/contract/templates.ts';
import type { DomainTemplateRow } from './domain-templates.store.ts';
import { fieldsIn } from './template-text.ts';
import type { TemplateRow } from './templates.store.ts';

export function listedView(row: TemplateRow): ListedTemplate {
  const { id, name, folder, subject, uses, updated_at } = row;
  return { id, name, folder, subject, fields: fieldsIn(row), uses, updated_at };
}

export function templateView(row: TemplateRow): Template {
  return { ...listedView(row), html: row.html, ...row.recipients };
}

export function listedDomainView(row: DomainTemplateRow): ListedDomainTemplate {
  const { id, name, folder, subject, version, updated_at, updated_by } = row;
  return { id, name, folder, subject, fields: fieldsIn(row), version, updated_at, updated_by };
}

export function domainTemplateView(row: DomainTemplateRow): DomainTemplate {
  return { ...listedDomainView(row), html: row.html, ...row.recipients };
}
