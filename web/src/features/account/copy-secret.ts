import { notify } from '../../parts/notices/notify.ts';

/** Where the browser has no clipboard, as on an unencrypted page, selects the text for copying by key. */
export async function copySecret(
  text: string,
  shown: HTMLElement | null,
  words: { copied: string; failed: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify({ text: words.copied });
  } catch (error) {
    if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
    if (shown) getSelection()?.selectAllChildren(shown);
    notify({ text: words.failed, tone: 'danger', seconds: 8 });
  }
}
