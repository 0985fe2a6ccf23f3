import type { ApiClient } from '@bocau/contract/client.ts';
import { parseHtml } from '../../../lib/trusted-html.ts';
import { inlineSource } from '../../../model/compose/own-words.ts';

/**
 * Turns the quoted original into text of the message: its images are named as files, so that they are sent
 * along. Images that are not among its files keep their addresses.
 */
export async function quoteAsText(api: ApiClient, answers: string, html: string): Promise<string> {
  const { body } = parseHtml(html);
  const images = [...body.querySelectorAll<HTMLImageElement>('img[src^="cid:" i]')];
  if (images.length === 0) return html;
  const { data: original } = await api.getMessage({ params: { id: answers }, query: {} });
  const files = new Map(original.files.map((file) => [bare(file.content_id ?? ''), file.id]));
  for (const image of images) {
    const file = files.get(bare((image.getAttribute('src') ?? '').slice('cid:'.length)));
    if (file) image.setAttribute('src', inlineSource(file));
  }
  return body.innerHTML;
}

function bare(contentId: string): string {
  return contentId.replace(/^<|>$/g, '');
}
