import type { search as vi } from '../vi/search.ts';
import type { Words } from '../words.ts';

export const search: Words<typeof vi> = {
  label: 'Search mail',
  placeholder: 'Search mail',
  close: 'Close search',
  clear: 'Clear search',
  advanced: 'Advanced search',
  suggestions: 'Search suggestions',
  typed: 'Search for “{{text}}”',
  operators: 'Search more precisely',
  fields: {
    from: 'From',
    to: 'To',
    subject: 'Subject',
    term: 'Has these words',
  },
};
