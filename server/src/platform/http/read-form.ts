import type { Readable } from 'node:stream';
import { LIMITS } from '@bocau/contract/limits.ts';
import multipart, { type MultipartValue } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { bodyIsRead } from './after-body.ts';
import { HttpFailure } from './http-failure.ts';
import { refuseUnstorableText } from './readable-text.ts';

/** A file of a form while it comes in; its bytes are to be read, or the form does not go on. */
export type FormFile = {
  field: string;
  name: string | null;
  contentType: string;
  bytes: AsyncIterable<Buffer>;
};

/** Bytes of one file of a form, and of the whole form. */
export type FormLimits = { fileBytes: number; uploadBytes: number };

const MAIL_FILES: FormLimits = { fileBytes: LIMITS.attachmentBytes, uploadBytes: LIMITS.uploadBytes };
const FIELDS = 20;
/** A path of the drive, twice as long while its letters are not composed. */
const FIELD_BYTES = 2 * LIMITS.drivePathBytes;
const HEADER_FIELDS = 50;

export async function acceptForms(room: FastifyInstance): Promise<void> {
  room.removeAllContentTypeParsers();
  await room.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      fileSize: LIMITS.attachmentBytes,
      files: LIMITS.filesPerUpload,
      fields: FIELDS,
      fieldSize: FIELD_BYTES,
      parts: LIMITS.filesPerUpload + FIELDS,
      headerPairs: HEADER_FIELDS,
    },
  });
}

/**
 * Reads a form to its end and answers its fields; `take` gets each file as it comes, with the fields before it. A
 * refusal is thrown only when all of the form was read, because a browser that is still sending hears no answer.
 */
export async function readForm(
  request: FastifyRequest,
  take: (file: FormFile, before: ReadonlyMap<string, string>) => Promise<void>,
  limits: FormLimits = MAIL_FILES,
): Promise<Map<string, string>> {
  if (!request.isMultipart()) {
    throw new Failure('unsupported_media_type', 'Files must be sent as multipart/form-data');
  }
  refuseEndless(request, limits.uploadBytes);
  const fields = new Map<string, string>();
  let failure: unknown = null;
  for await (const part of readParts(request, limits)) {
    if (part.type === 'field') {
      try {
        fields.set(part.fieldname, fieldOf(part));
      } catch (error) {
        failure ??= error;
      }
      continue;
    }
    const bytes = wholeFile(part.file, limits.fileBytes);
    try {
      if (failure === null) {
        const { fieldname: field, filename, mimetype: contentType } = part;
        await take({ field, name: filename ?? null, contentType, bytes }, fields);
      }
    } catch (error) {
      failure = error;
    }
    part.file.resume();
  }
  await bodyIsRead(request);
  if (failure !== null) throw failure;
  return fields;
}

function fieldOf({ fieldname: field, value, valueTruncated }: MultipartValue): string {
  if (valueTruncated) {
    const problem = `is longer than ${FIELD_BYTES} bytes`;
    throw new Failure('invalid_input', `The body can't be used: ${field} ${problem}`, {
      details: { part: 'body', fields: [{ field, problem, rule: 'invalid' }] },
    });
  }
  refuseUnstorableText({ [field]: value }, 'body');
  return String(value);
}

async function* readParts(request: FastifyRequest, { fileBytes }: FormLimits) {
  try {
    yield* request.parts({ limits: { fileSize: fileBytes } });
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw (error as { statusCode?: number }).statusCode === 413
      ? new Failure('too_large', `One call takes ${LIMITS.filesPerUpload} files`)
      : unreadable();
  }
}

async function* wholeFile(
  stream: Readable & { truncated?: boolean },
  fileBytes: number,
): AsyncGenerator<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false });
  } catch {
    throw unreadable();
  }
  if (stream.truncated) {
    const limit = `${fileBytes / 1024 ** 2} MB`;
    throw new Failure('too_large', `A file may have at most ${limit}`, {
      details: { limit_bytes: fileBytes, limit },
    });
  }
}

function refuseEndless(request: FastifyRequest, most: number): void {
  if (Number(request.headers['content-length'] ?? 0) > most) {
    throw new HttpFailure('too_large', 'Too much for one call', {
      details: { limit_bytes: most },
      headers: { connection: 'close' },
    });
  }
  let received = 0;
  request.raw.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > most) request.raw.destroy();
  });
}

function unreadable(): Failure {
  return new Failure('malformed_body', "The form can't be read to its end");
}
