/**
 * How far a program has synchronized a collection. `name`: within the change of this number, up to this resource.
 * `base`: the change up to which it knows of resources that left.
 */
export type SyncPoint = { seq: number; name: string; base: number };

const TOKEN = /^urn:x-bocau:sync:([0-9a-f-]{36}):(\d{1,15})(?::([\w-]+):(\d{1,15}))?$/;

/** Where everything up to a change is known. It has to be a URI (RFC 6578, section 4), and says nothing to a program. */
export function syncToken(collectionId: string, seq: number): string {
  return `urn:x-bocau:sync:${collectionId}:${seq}`;
}

/** Where the answer was cut short (RFC 6578, section 3.6). */
export function partialToken(collectionId: string, { seq, name, base }: SyncPoint): string {
  return `${syncToken(collectionId, seq)}:${Buffer.from(name).toString('base64url')}:${base}`;
}

/** Null for what is no token of this collection. */
export function readSyncToken(collectionId: string, token: string): SyncPoint | null {
  const [, id, seq, name, base] = TOKEN.exec(token) ?? [];
  if (id !== collectionId || seq === undefined) return null;
  // Without a name all resources of the change are known: names are never empty.
  if (name === undefined) return { seq: Number(seq) + 1, name: '', base: Number(seq) };
  return { seq: Number(seq), name: Buffer.from(name, 'base64url').toString(), base: Number(base) };
}
