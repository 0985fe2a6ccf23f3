import { readTyped } from '@bocau/contract/read-typed.ts';
import {
  readSize,
  readSizeParameter,
  type SizeOperator,
  type TypedOperator,
  writeSize,
} from '@bocau/contract/typed-search.ts';
import type { TypedLanguage } from '@bocau/contract/typed-search-words.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { dayOf, endOfDay, startOfDay } from '../../parts/dates/local-days.ts';
import { rangeOfTerms } from '../../parts/filters/date-ranges.ts';

/** The fields of the advanced search; `q` keeps what was typed in the bar and has no field of its own. */
export type SearchForm = {
  q: string;
  from: string;
  to: string;
  subject: string;
  term: string;
  /** A path, or '' for all folders. */
  folder: string;
  /** The name of a label, or '' for any. */
  label: string;
  sizeIs: 'over' | 'under';
  /** As typed: `1,5` and `1.5` are the same. */
  size: string;
  unit: 'M' | 'K';
  firstDay: string;
  lastDay: string;
  read: '' | 'true' | 'false';
  starred: boolean;
  attachment: boolean;
  sort: 'date' | 'defaultSort';
};

export const EMPTY_FORM: SearchForm = {
  q: '',
  from: '',
  to: '',
  subject: '',
  term: '',
  folder: '',
  label: '',
  sizeIs: 'over',
  size: '',
  unit: 'M',
  firstDay: '',
  lastDay: '',
  read: '',
  starred: false,
  attachment: false,
  sort: 'date',
};

/** The form for the terms of an address; typed operators fill the fields that nothing else fills. */
export function formOfTerms(
  terms: SearchTerms,
  folderPaths: readonly string[],
  language: TypedLanguage,
): SearchForm {
  const days = rangeOfTerms(terms);
  const form: SearchForm = {
    ...EMPTY_FORM,
    from: terms.from_addr ?? '',
    to: terms.to_addr ?? '',
    subject: terms.subject ?? '',
    term: terms.term ?? '',
    folder: terms.folder ?? '',
    label: terms.label ?? '',
    firstDay: days.first,
    lastDay: days.last,
    read: terms.is_read === 'true' || terms.is_read === 'false' ? terms.is_read : '',
    starred: terms.is_star === 'true',
    attachment: terms.has_attachment === 'true',
    sort: terms.sort === 'defaultSort' ? 'defaultSort' : 'date',
  };
  const size = readSizeParameter(terms.size ?? '');
  if (size) fillSize(form, size, language);
  const parts = readTyped(terms.q ?? '');
  const words = parts.filter(({ meaning, excluded }, index) => {
    if (meaning === 'unfinished') return false;
    const isChoice = parts[index - 1]?.meaning === 'or' || parts[index + 1]?.meaning === 'or';
    // The form can't express exclusion or alternatives, and has one value per field.
    if (meaning === 'words' || meaning === 'or' || excluded || isChoice) return true;
    return !fill(form, meaning, folderPaths, language);
  });
  form.q = words.map(({ text }) => text).join(' ');
  return form;
}

/** Returns whether the form could take it; anything else stays among the words. */
function fill(
  form: SearchForm,
  operator: TypedOperator,
  folderPaths: readonly string[],
  language: TypedLanguage,
): boolean {
  switch (operator.kind) {
    case 'text':
      return operator.field !== 'with' && setEmpty(form, operator.field, operator.text);
    case 'folder': {
      const name = operator.name.normalize('NFC').toLowerCase();
      const path = folderPaths.find((each) => each.toLowerCase() === name);
      return path !== undefined && setEmpty(form, 'folder', path);
    }
    case 'label':
      return setEmpty(form, 'label', operator.name);
    case 'attachment':
      form.attachment = true;
      return true;
    case 'starred':
      form.starred = true;
      return true;
    case 'muted':
    case 'pinned':
      return false;
    case 'read':
      return setEmpty(form, 'read', operator.read ? 'true' : 'false');
    case 'size':
      return fillSize(form, operator, language);
    // The form uses days of the browser's zone: only a moment at which a day begins there can be one.
    case 'before': {
      const last = dayOf(operator.second - 1);
      return endOfDay(last) === operator.second - 1 && setEmpty(form, 'lastDay', last);
    }
    case 'after': {
      const first = dayOf(operator.second);
      return startOfDay(first) === operator.second && setEmpty(form, 'firstDay', first);
    }
  }
}

type TextField = 'from' | 'to' | 'subject' | 'term' | 'folder' | 'label' | 'read' | 'firstDay' | 'lastDay';

function setEmpty<Field extends TextField>(
  form: SearchForm,
  field: Field,
  value: SearchForm[Field],
): boolean {
  if (form[field] !== '') return false;
  form[field] = value;
  return true;
}

function fillSize(form: SearchForm, size: SizeOperator, language: TypedLanguage): boolean {
  if (size.number === 0 || form.size !== '') return false;
  const { number, unit } = writeSize(size, language);
  Object.assign(form, { sizeIs: size.bound, size: number, unit });
  return true;
}

/** Only the fields that are filled in; nothing for an empty form. */
export function termsOfForm(form: SearchForm): SearchTerms {
  const size = readSize(form.sizeIs, `${form.size.trim()}${form.unit}`);
  const start = startOfDay(form.firstDay);
  const end = endOfDay(form.lastDay);
  const given: Record<string, string | null> = {
    q: form.q.trim(),
    from_addr: form.from.trim(),
    to_addr: form.to.trim(),
    subject: form.subject.trim(),
    term: form.term.trim(),
    folder: form.folder,
    label: form.label,
    size: size && size.number > 0 ? `${size.bound}:${size.number}${size.unit}` : null,
    start_date: start === null ? null : String(start),
    end_date: end === null ? null : String(end),
    is_read: form.read,
    is_star: form.starred ? 'true' : null,
    has_attachment: form.attachment ? 'true' : null,
  };
  const terms = Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as SearchTerms;
  // An order alone is no search.
  const ordered = form.sort === 'defaultSort' && Object.keys(terms).length > 0;
  return ordered ? { ...terms, sort: form.sort } : terms;
}
