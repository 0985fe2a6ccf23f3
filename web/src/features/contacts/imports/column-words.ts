import { CONTACT_COLUMNS, type ContactColumn } from '@bocau/contract/contact-imports.ts';
import type { Say } from '../../../i18n/say.ts';
import { labelWords } from '../contact-words.ts';

type BaseOf<Column> = Column extends `${infer Base}.${string}` ? Base : Column;

/** What a column may mean: `email.work` as “E-mail address – Work”. */
export function columnWords(t: Say, column: ContactColumn): string {
  const [base, label] = column.split('.') as [BaseOf<ContactColumn>, string?];
  const words = t(`contactTools.columns.${base}`);
  return label === undefined ? words : `${words} – ${labelWords(t, label)}`;
}

/** The column of that name; null for anything else. */
export function columnNamed(name: string): ContactColumn | null {
  return CONTACT_COLUMNS.find((column) => column === name) ?? null;
}
