import { notify } from '../../parts/notices/notify.ts';

/** Where the browser does not allow it, as on a page that is not encrypted, what is shown is selected for the key. */
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
