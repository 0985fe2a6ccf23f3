import { Readable } from 'node:stream';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { type FileDeps, openFile } from '../../mail/attachments/send-file.ts';
import { Failure } from '../../platform/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';

/** The file as JSON with its bytes in base64, streamed: it is never in memory as a whole. */
export async function sendBase64(deps: FileDeps, file: AttachmentRow): Promise<Bytes> {
  if (file.size > LIMITS.attachmentBytes) {
    throw new Failure(
      'too_large',
      `Only files of up to ${LIMITS.attachmentBytes} bytes are answered as text`,
    );
  }
  const source = await openFile(deps, file);
  const { content_type, name } = file;
  const rest = JSON.stringify({ content_type, name }).slice(1);
  return {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    stream: Readable.from(writeJson(source, rest), { objectMode: false }),
  };
}

async function* writeJson(source: Readable, rest: string): AsyncGenerator<string> {
  yield '{"data":{"content":"';
  let left = Buffer.alloc(0);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const bytes = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    // Three bytes are four letters; the remainder waits for the next chunk.
    const whole = bytes.length - (bytes.length % 3);
    left = Buffer.from(bytes.subarray(whole));
    if (whole > 0) yield bytes.toString('base64', 0, whole);
  }
  yield `${left.toString('base64')}",${rest}}`;
}
