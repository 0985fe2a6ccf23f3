import type { laterSearch as vi } from '../vi/later-search.ts';
import type { Words } from '../words.ts';

export const laterSearch: Words<typeof vi> = {
  filters: {
    none: 'No conversations match these filters',
    noneText: 'Showing only: {{filters}}.',
  },
  suggestions: 'Search suggestions',
  recent: 'Recent searches',
  typed: 'Search for “{{text}}”',
  operators: 'Search more precisely',
};
