import type { DavCall } from './bind-dav.ts';
import { isAllowed, preconditionsOf } from './dav-headers.ts';
import { preconditionFailed } from './refusals.ts';

export type StoredText = {
  source: Buffer;
  etag: string;
  contentType: string;
  /** Unix seconds; null where it is not known. */
  changedAt: number | null;
};

/** Answers GET and HEAD with a text as it was put, byte for byte. */
export function answerText<Caller>(
  { method, request, reply }: DavCall<Caller>,
  { source, etag, contentType, changedAt }: StoredText,
) {
  reply.headers({
    etag,
    'content-type': contentType,
    ...(changedAt !== null && { 'last-modified': new Date(changedAt * 1000).toUTCString() }),
    // Not for pages: it may be another person's text.
    'content-disposition': 'attachment',
  });
  const preconditions = preconditionsOf(request.headers);
  if (!isAllowed({ ...preconditions, ifNoneMatch: null }, etag)) throw preconditionFailed();
  if (!isAllowed({ ...preconditions, ifMatch: null }, etag)) return reply.code(304).send();
  reply.header('content-length', String(source.length));
  return reply.send(method === 'HEAD' ? '' : source);
}
