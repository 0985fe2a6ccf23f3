import type { SearchTerms } from '../../model/mail-model.ts';
import { dayOf, endOfDay, startOfDay } from './local-days.ts';
import { readTokens, readTypedDay, writeOperator, writeTypedDay } from './typed-query.ts';

/** The fields of the advanced search; `q` keeps what was typed in the bar and has no field of its own. */
export type SearchForm = {
  q: string;
  from: string;
  to: string;
  subject: string;
  term: string;
  /** A path, or '' for all folders. */
  folder: string;
  sizeIs: 'over' | 'under';
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

const SIZE = /^(\d{1,9})([MK])B?$/i;

/** The form that says what an address says; operators that were typed fill the fields that nothing else fills. */
export function formOfTerms(terms: SearchTerms, folderPaths: readonly string[]): SearchForm {
  const form: SearchForm = {
    ...EMPTY_FORM,
    from: terms.from_addr ?? '',
    to: terms.to_addr ?? '',
    subject: terms.subject ?? '',
    term: terms.term ?? '',
    folder: terms.folder ?? '',
    firstDay: dayGiven(terms.start_date),
    lastDay: dayGiven(terms.end_date),
    read: terms.is_read === 'true' || terms.is_read === 'false' ? terms.is_read : '',
    starred: terms.is_star === 'true',
    attachment: terms.has_attachment === 'true',
    sort: terms.sort === 'defaultSort' ? 'defaultSort' : 'date',
  };
  const [sizeIs, size = ''] = (terms.size ?? '').split(':');
  if (sizeIs === 'over' || sizeIs === 'under') fillSize(form, sizeIs, size);
  const words = readTokens(terms.q ?? '').filter(({ operator }) => {
    if (!operator) return true;
    // Still being typed: it means nothing yet.
    if (operator.value === '') return !FILLS[operator.name];
    return !FILLS[operator.name]?.(form, operator.value, folderPaths);
  });
  form.q = words.map(({ text }) => text).join(' ');
  return form;
}

type Fill = (form: SearchForm, value: string, folderPaths: readonly string[]) => boolean;

/** Each says whether the form could take it; what it can not say stays among the words. */
const FILLS: Record<string, Fill | undefined> = Object.assign(Object.create(null), {
  from: fillText('from'),
  to: fillText('to'),
  subject: fillText('subject'),
  has: (form, value) => /^attachments?$/i.test(value) && setTrue(form, 'attachment'),
  is: (form, value) => {
    const state = value.toLowerCase();
    if (state === 'starred') return setTrue(form, 'starred');
    if ((state !== 'read' && state !== 'unread') || form.read !== '') return false;
    form.read = state === 'read' ? 'true' : 'false';
    return true;
  },
  in: (form, value, folderPaths) => {
    const path = folderPaths.find((each) => each.toLowerCase() === value.normalize('NFC').toLowerCase());
    if (path === undefined || form.folder !== '') return false;
    form.folder = path;
    return true;
  },
  before: (form, value) => {
    const day = readTypedDay(value);
    const last = day === null ? '' : dayOf(day - 1);
    if (day === null || form.lastDay !== '' || endOfDay(last) !== day - 1) return false;
    form.lastDay = last;
    return true;
  },
  after: (form, value) => {
    const day = readTypedDay(value);
    const first = day === null ? '' : dayOf(day);
    if (day === null || form.firstDay !== '' || startOfDay(first) !== day) return false;
    form.firstDay = first;
    return true;
  },
  larger: (form, value) => fillSize(form, 'over', value),
  smaller: (form, value) => fillSize(form, 'under', value),
} satisfies Record<string, Fill>);

function fillText(field: 'from' | 'to' | 'subject'): Fill {
  return (form, value) => {
    if (form[field] !== '') return false;
    form[field] = value;
    return true;
  };
}

function setTrue(form: SearchForm, field: 'starred' | 'attachment'): true {
  form[field] = true;
  return true;
}

function fillSize(form: SearchForm, sizeIs: 'over' | 'under', text: string): boolean {
  const [, number = '', unit = ''] = SIZE.exec(text) ?? [];
  if (Number(number) === 0 || form.size !== '') return false;
  Object.assign(form, { sizeIs, size: String(Number(number)), unit: unit.toUpperCase() });
  return true;
}

function dayGiven(seconds: string | undefined): string {
  return seconds && Number.isSafeInteger(Number(seconds)) ? dayOf(Number(seconds)) : '';
}

/** Only what is given; nothing for an empty form. */
export function termsOfForm(form: SearchForm): SearchTerms {
  const size = /^\d{1,9}$/.test(form.size) && Number(form.size) > 0 ? Number(form.size) : null;
  const start = startOfDay(form.firstDay);
  const end = endOfDay(form.lastDay);
  const given: Record<string, string | null> = {
    q: form.q.trim(),
    from_addr: form.from.trim(),
    to_addr: form.to.trim(),
    subject: form.subject.trim(),
    term: form.term.trim(),
    folder: form.folder,
    size: size === null ? null : `${form.sizeIs}:${size}${form.unit}`,
    start_date: start === null ? null : String(start),
    end_date: end === null ? null : String(end),
    is_read: form.read,
    is_star: form.starred ? 'true' : null,
    has_attachment: form.attachment ? 'true' : null,
  };
  const terms = Object.fromEntries(Object.entries(given).filter(([, value]) => value)) as SearchTerms;
  // An order alone finds nothing.
  const ordered = form.sort === 'defaultSort' && Object.keys(terms).length > 0;
  return ordered ? { ...terms, sort: form.sort } : terms;
}

/** What the search bar shows for an address: what was typed, then what operators can say of the rest. */
export function typedOfTerms(terms: SearchTerms): string {
  const size = /^(over|under):(\d+[MK])$/.exec(terms.size ?? '');
  const end = terms.end_date;
  const operators = [
    writeOperator('from', terms.from_addr ?? ''),
    writeOperator('to', terms.to_addr ?? ''),
    writeOperator('subject', terms.subject ?? ''),
    writeOperator('in', terms.folder ?? ''),
    terms.has_attachment === 'true' ? 'has:attachment' : null,
    terms.is_star === 'true' ? 'is:starred' : null,
    terms.is_read === 'true' ? 'is:read' : null,
    terms.is_read === 'false' ? 'is:unread' : null,
    size ? `${size[1] === 'over' ? 'larger' : 'smaller'}:${size[2]}` : null,
    dayOperator('after', terms.start_date ? Number(terms.start_date) : null),
    dayOperator('before', end ? Number(end) + 1 : null),
  ];
  return [terms.q ?? '', ...operators].filter(Boolean).join(' ');
}

function dayOperator(name: 'after' | 'before', seconds: number | null): string | null {
  const day = seconds === null ? null : writeTypedDay(seconds);
  return day === null ? null : `${name}:${day}`;
}

/** The search for what was typed in the bar; unchanged text stays the very same search, with what the bar can not say. */
export function termsOfTyped(typed: string, shown: SearchTerms): SearchTerms {
  const q = typed.trim();
  if (q === '') return {};
  return q === typedOfTerms(shown) ? shown : { q };
}
