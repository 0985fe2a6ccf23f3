import { createStore } from '../../lib/store.ts';
import type { UploadQueue } from '../../model/drive/uploads/upload-item.ts';

/**
 * The queue of this page, once there is one. In its own file, as every page needs it to sign out, but not the
 * code that creates the queue.
 */
export const openUploads = createStore<{ owner: string; queue: UploadQueue; close(): void } | null>(null);
