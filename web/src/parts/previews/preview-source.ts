import type { ApiClient } from '@bocau/contract/client.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { preparePreview } from '@bocau/contract/previews.ts';
import { createContext, useContext } from 'react';
import { downloadAddress, shownAddress } from '../files/file-address.ts';
import type { PreviewKind } from '../files/file-kinds.ts';

/** Where the shown files come from: messages, or the drive. */
export type PreviewSource = {
  /** The cache key of a file: it separates sources, and versions of a file. */
  keyOf(id: string): string;
  download(id: string): string;
  /** The address for inline display, not for download. */
  shown(id: string): string;
  /** Prepares the PDF of an office document. */
  preparePreview(api: ApiClient, id: string, signal: AbortSignal): Promise<DataOf<typeof preparePreview>>;
  /** Kinds of preview that this source does not support. */
  without: readonly PreviewKind[];
};

const OF_MAIL: PreviewSource = {
  keyOf: (id) => `mail ${id}`,
  download: downloadAddress,
  shown: shownAddress,
  preparePreview: async (api, id, signal) => (await api.preparePreview({ params: { id } }, signal)).data,
  without: [],
};

export const PreviewSourceContext = createContext<PreviewSource>(OF_MAIL);

export function usePreviewSource(): PreviewSource {
  return useContext(PreviewSourceContext);
}
