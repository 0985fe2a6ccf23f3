import type { Say } from '../../i18n/say.ts';
import { copyText } from '../../lib/copy-text.ts';
import { notify } from '../notices/notify.ts';

/** Copies the link or the password of a share, and shows `copied` when done. */
export async function copyShared(t: Say, text: string, copied: string): Promise<void> {
  if (await copyText(text)) notify({ text: copied });
  else notify({ text: t('shares.copyFailed'), tone: 'danger', seconds: 8 });
}
