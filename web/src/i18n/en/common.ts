import type { common as vi } from '../vi/common.ts';
import type { Words } from '../words.ts';

export const common: Words<typeof vi> = {
  product: 'Bồ Câu',
  actions: {
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    retry: 'Try again',
    undo: 'Undo',
    signOut: 'Sign out',
    reload: 'Reload',
  },
  fault: 'Something went wrong in this part of the page. Everything else still works.',
  loading: 'Loading…',
};
