import { ApiError } from '@bocau/contract/client.ts';
import type { TFunction } from 'i18next';
import { errorKey } from '../../../i18n/error-words.ts';

/** Why a file did not come through. */
export function uploadFault(t: TFunction, error: unknown, name: string): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.code === 'too_large') return t('composeWindow.files.tooLarge');
  if (error.code === 'file_not_allowed') {
    return t('composeWindow.files.blocked', { extension: extensionOf(name) });
  }
  // AT-10: an answer that is not ours says what it is.
  return error.code === 'internal_error' ? error.message : t(errorKey(error));
}

export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
