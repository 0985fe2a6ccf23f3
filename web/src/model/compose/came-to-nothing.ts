import { ApiError } from '@bocau/contract/client.ts';
import type { ComposeApi } from './compose-options.ts';
import { hasContent } from './draft-content.ts';
import type { OpenWindow } from './open-window.ts';

/** MM-34: whether its draft was only made for a merge that got no table, and is as empty as it was then. */
export async function cameToNothing(api: ComposeApi, window: OpenWindow): Promise<boolean> {
  const { messageId, attachmentFiles } = window.view;
  if (!window.isForMerge || messageId === null) return false;
  if (hasContent(window) || attachmentFiles.length > 0) return false;
  try {
    const { data } = await api.listMerges({});
    return data.every((merge) => merge.draft_id !== messageId);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Rather a draft too many than a merge without its draft.
    return false;
  }
}
