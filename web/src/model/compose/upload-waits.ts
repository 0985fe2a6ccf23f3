import type { ComposeWindow, UploadsAwaited } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import { isGone, isUploading } from './open-window.ts';

export type UploadWaits = {
  begin(windowId: string): Promise<UploadsAwaited>;
  giveUp(windowId: string, because: Exclude<UploadsAwaited, 'ended'>): void;
  /** Ends all waits without resolving them. */
  stop(): void;
};

/** Messages that are to be sent as soon as their files are uploaded. */
export function createUploadWaits(store: ComposeStore, isReached: () => boolean): UploadWaits {
  const waits = new Map<string, PromiseWithResolvers<UploadsAwaited>>();

  function end(id: string, how: UploadsAwaited): void {
    const wait = waits.get(id);
    if (!waits.delete(id)) return;
    store.update(id, { view: { awaitsFiles: false } });
    wait?.resolve(how);
  }

  /**
   * Without a connection there is nothing to wait for here: the message is deferred together with its files.
   */
  function isOver({ attachmentFiles }: ComposeWindow): boolean {
    const left = attachmentFiles.filter(isUploading);
    return left.length === 0 || (!isReached() && left.every(({ uploadState }) => uploadState === 'offline'));
  }

  store.onChanged((what) => {
    const id = typeof what === 'string' ? what : what.view.id;
    if (!waits.has(id)) return;
    if (typeof what === 'string' || isGone(what.view)) end(id, 'deleted');
    else if (what.closing) end(id, 'closed');
    else if (isOver(what.view)) end(id, 'ended');
  });

  return {
    begin(id) {
      const window = store.get(id);
      if (!window) return Promise.resolve('closed');
      if (isOver(window.view)) return Promise.resolve('ended');
      const wait = waits.get(id) ?? Promise.withResolvers<UploadsAwaited>();
      waits.set(id, wait);
      store.update(id, { view: { awaitsFiles: true } });
      return wait.promise;
    },
    giveUp: end,
    stop: () => waits.clear(),
  };
}
