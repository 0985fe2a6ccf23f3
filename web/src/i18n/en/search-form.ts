import type { searchForm as vi } from '../vi/search-form.ts';
import type { Words } from '../words.ts';

export const searchForm: Words<typeof vi> = {
  address: 'Name or email address',
  termHint: 'In the subject or body',
  folder: 'Folder',
  allFolders: 'Everywhere except Junk and Trash',
  clearFolder: 'Clear folder',
  size: 'Size',
  over: 'Larger than',
  under: 'Smaller than',
  sizeNumber: 'Size',
  unit: 'Unit',
  firstDay: 'From date',
  lastDay: 'To date',
  read: 'Status',
  readAny: 'Read and unread',
  readYes: 'Read',
  readNo: 'Unread',
  sort: 'Sort by',
  sortDate: 'Newest',
  sortScore: 'Most relevant',
  starred: 'Starred',
  attachment: 'Has attachment',
  reset: 'Reset',
  submit: 'Search',
};
