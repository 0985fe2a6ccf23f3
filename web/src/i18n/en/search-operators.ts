import type { searchOperators as vi } from '../vi/search-operators.ts';
import type { Words } from '../words.ts';

export const searchOperators: Words<typeof vi> = {
  intro: 'Type these in the search bar, in any combination. The Vietnamese names (từ:, có:…) work too.',
  operators: 'Filters',
  words: 'Words',
  means: {
    from: 'The sender has this name or address',
    to: 'A recipient has this name or address',
    with: 'The sender or a recipient has this name or address',
    subject: 'In the subject',
    term: 'In the subject or the text',
    folder: 'Only in this folder',
    label: 'Carries this label',
    attachment: 'Has attachments',
    starred: 'Is starred',
    unread: 'Is unread',
    muted: 'Is muted',
    pinned: 'Is pinned',
    read: 'Is read',
    over: 'Larger than this',
    under: 'Smaller than this',
    before: 'Before this day',
    after: 'On or after this day',
  },
  phrase: 'Exactly this phrase',
  excluded: 'Without this word; the minus goes before any condition',
  choice: 'Has one or the other',
  marks: 'Words without accents match any accents; words with accents match exactly',
};
