import { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../../i18n/error-words.ts';
import type { Say } from '../../../i18n/say.ts';

/** Why an upload failed. */
export function uploadFault(t: Say, error: unknown, name: string): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'too_large') return t('composeWindow.files.tooLarge');
  if (error.code === 'file_not_allowed') {
    return t('composeWindow.files.blocked', { extension: extensionOf(name) });
  }
  // AT-10: an answer that doesn't come from our server describes itself.
  return error.code === 'internal_error' ? error.message : errorWords(t, error);
}

export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
