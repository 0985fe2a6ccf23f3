/** Smaller ones may stand in memory that others share. */
const OWN_MEMORY_BYTES = 16 * 1024;

/**
 * Gives the memory of spent bytes back at once. What a socket brings is memory outside of the heap, and V8 walks
 * through the whole heap for every 32 MB of it: the half of an upload's processor time. Only where the bytes are all
 * that is in their memory: nothing else that came with them can then be in use. Nobody may read them afterwards.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength >= OWN_MEMORY_BYTES)
    buffer.transfer(0);
}
