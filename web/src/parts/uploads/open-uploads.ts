import { createStore } from '../../lib/store.ts';
import type { UploadQueue } from '../../model/drive/uploads/upload-item.ts';

/** The queue of this page, once there is one. It stands apart from what makes it: signing out comes with every page. */
export const openUploads = createStore<{ owner: string; queue: UploadQueue; close(): void } | null>(null);
