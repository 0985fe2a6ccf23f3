/** Smaller buffers may share their memory with others (Buffer pool). */
const OWN_MEMORY_BYTES = 16 * 1024;

/**
 * Frees the memory of consumed bytes immediately. Socket data is memory outside the heap, and V8 runs a full
 * garbage collection for every 32 MB of it: half of an upload's processor time. Only when the bytes fill
 * their whole ArrayBuffer, so that nothing else in it can be in use. They must not be read afterwards.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength && byteLength >= OWN_MEMORY_BYTES)
    buffer.transfer(0);
}
