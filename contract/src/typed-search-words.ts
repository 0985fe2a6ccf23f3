/** The words of what is typed in the search bar, in both languages. */

/** The languages in which operators are written; both are read, whatever the page's language. */
export type TypedLanguage = 'vi' | 'en';

export type OperatorName =
  | 'from'
  | 'to'
  | 'with'
  | 'subject'
  | 'term'
  | 'folder'
  | 'label'
  | 'has'
  | 'is'
  | 'over'
  | 'under'
  | 'before'
  | 'after';

export const OPERATOR_NAMES: Record<TypedLanguage, Record<OperatorName, string>> = {
  vi: {
    from: 'từ',
    to: 'đến',
    with: 'với',
    subject: 'tiêu đề',
    term: 'chứa',
    folder: 'trong',
    label: 'nhãn',
    has: 'có',
    is: 'là',
    over: 'lớn hơn',
    under: 'nhỏ hơn',
    before: 'trước',
    after: 'sau',
  },
  en: {
    from: 'from',
    to: 'to',
    with: 'with',
    subject: 'subject',
    term: 'words',
    folder: 'in',
    label: 'label',
    has: 'has',
    is: 'is',
    over: 'larger',
    under: 'smaller',
    before: 'before',
    after: 'after',
  },
};

export type StateName =
  | 'attachment'
  | 'starred'
  | 'read'
  | 'unread'
  | 'snoozed'
  | 'waiting'
  | 'muted'
  | 'pinned';

/** What `has` and `is` take, the first of them as it is written. */
export const STATE_VALUES: Record<TypedLanguage, Record<StateName, readonly string[]>> = {
  vi: {
    attachment: ['tệp', 'tệp đính kèm', 'đính kèm'],
    starred: ['sao', 'gắn sao', 'có sao'],
    read: ['đã đọc'],
    unread: ['chưa đọc'],
    snoozed: ['để sau'],
    waiting: ['chờ trả lời'],
    muted: ['tắt tiếng'],
    pinned: ['ghim'],
  },
  en: {
    attachment: ['attachment', 'attachments'],
    starred: ['starred', 'star'],
    read: ['read'],
    unread: ['unread'],
    snoozed: ['snoozed'],
    waiting: ['waiting'],
    muted: ['muted'],
    pinned: ['pinned'],
  },
};

/** Written between two things of which one is enough. */
export const OR_WORDS: Record<TypedLanguage, string> = { vi: 'HOẶC', en: 'OR' };
