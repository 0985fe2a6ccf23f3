import type { SocketFrame } from '@bocau/contract/socket.ts';

/** Publishes the frames of the session's one socket: each noun subscribes to its own. */
export type SocketFrames = {
  publish(frame: SocketFrame): void;
  onFrame(listener: (frame: SocketFrame) => void): () => void;
};

export function createSocketFrames(): SocketFrames {
  const listeners = new Set<(frame: SocketFrame) => void>();
  return {
    publish(frame) {
      for (const listener of [...listeners]) listener(frame);
    },
    onFrame(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
