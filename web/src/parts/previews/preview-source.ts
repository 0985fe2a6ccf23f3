import type { ApiClient } from '@bocau/contract/client.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { preparePreview } from '@bocau/contract/previews.ts';
import { createContext, useContext } from 'react';
import { downloadAddress, shownAddress } from '../files/file-address.ts';
import type { PreviewKind } from '../files/file-kinds.ts';

/** Where the files that are shown lie: in messages, or in the drive. */
export type PreviewSource = {
  /** What answers about a file are kept under: the files of one place apart from those of others, and its versions. */
  keyOf(id: string): string;
  download(id: string): string;
  /** To be shown, not saved. */
  shown(id: string): string;
  /** What becomes of an office document as PDF. */
  preparePreview(api: ApiClient, id: string, signal: AbortSignal): Promise<DataOf<typeof preparePreview>>;
  /** Kinds that are not shown from there. */
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
