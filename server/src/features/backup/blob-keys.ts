import type { BlobKey, BlobStore } from '../../platform/blobs/blob-store.ts';

type Keys = AsyncIterable<BlobKey>;

/**
 * The keys of the first list that are missing in the second; both are sorted and streamed, with one key of
 * each in memory.
 */
export async function* keysMissingIn(keys: Keys, there: Keys): AsyncGenerator<BlobKey> {
  const others = there[Symbol.asyncIterator]();
  try {
    let other = await others.next();
    for await (const key of keys) {
      while (!other.done && other.value < key) other = await others.next();
      if (other.done || other.value !== key) yield key;
    }
  } finally {
    await others.return?.();
  }
}

/** Merges the sorted lists, without duplicates. */
export async function* mergeKeys(lists: Keys[]): AsyncGenerator<BlobKey> {
  const readers = lists.map((list) => list[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map((reader) => reader.next()));
    for (;;) {
      const first = heads.reduce<BlobKey | null>(
        (least, head) => (head.done || (least !== null && least <= head.value) ? least : head.value),
        null,
      );
      if (first === null) return;
      yield first;
      for (const [index, reader] of readers.entries()) {
        const head = heads[index];
        if (head && !head.done && head.value === first) heads[index] = await reader.next();
      }
    }
  } finally {
    for (const reader of readers) await reader.return?.();
  }
}

export async function* keysOf(store: BlobStore): AsyncGenerator<BlobKey> {
  for await (const { key } of store.list()) yield key;
}
