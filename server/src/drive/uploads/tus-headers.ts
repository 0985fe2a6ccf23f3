import { onConflict } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure } from '../../platform/failure.ts';
import { HttpFailure } from '../../platform/http/http-failure.ts';
import { TOP } from '../change-drive.ts';
import type { WantedUpload } from './create-upload.ts';
import type { Checksum } from './receive-upload.ts';
import type { UploadRow } from './uploads.store.ts';

const VERSION = '1.0.0';
/** Hashes of the extension `checksum`; SHA-1 is the one that every client supports. */
const ALGORITHMS = ['sha1', 'sha256', 'sha512', 'md5'];
const NUMBER = /^\d{1,15}$/;
const METADATA_KEY = /^[!-+\--~]+$/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

type Headers = Record<string, string | string[] | undefined>;

/** Headers of every response. */
export const TUS = { 'tus-resumable': VERSION, 'cache-control': 'no-store' };

/** The response to OPTIONS: the supported parts of the protocol. */
export const TUS_ABILITIES = {
  ...TUS,
  'tus-version': VERSION,
  'tus-extension': 'creation,creation-with-upload,expiration,checksum,termination',
  'tus-max-size': String(LIMITS.driveFileBytes),
  'tus-checksum-algorithm': ALGORITHMS.join(','),
};

export function refuseOtherVersions(headers: Headers): void {
  if (headers['tus-resumable'] === VERSION) return;
  throw new HttpFailure('upload_version_unknown', 'Uploads are by tus 1.0.0', {
    headers: { 'tus-version': VERSION },
  });
}

export function stateOf(upload: UploadRow): Record<string, string> {
  const { received, size, expires_at, entry_id } = upload;
  return {
    ...TUS,
    'upload-offset': String(received),
    'upload-length': String(size),
    ...(entry_id === null
      ? { 'upload-expires': new Date(expires_at * 1000).toUTCString() }
      : { 'drive-entry-id': entry_id }),
  };
}

/** The metadata an upload was created with, as `readWanted` parsed it. */
export function metadataOf(upload: UploadRow): Record<string, string> {
  const { name, content_type, on_conflict, parent_id } = upload;
  const metadata = {
    filename: name,
    filetype: content_type,
    on_conflict,
    ...(parent_id === TOP ? {} : { parent_id }),
  };
  const pairs = Object.entries(metadata).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  return { 'upload-metadata': pairs.join(',') };
}

/** Parses the requested upload and its target folder. */
export function readWanted(headers: Headers): WantedUpload & { parentId: string | null } {
  const metadata = readMetadata(headers['upload-metadata']);
  const conflict = onConflict.safeParse(metadata.get('on_conflict') ?? 'rename');
  if (!conflict.success) throw unfit('Upload-Metadata on_conflict', 'is not rename, replace or fail');
  const name = metadata.get('filename');
  if (name === undefined) throw unfit('Upload-Metadata filename', 'is missing');
  return {
    name,
    contentType: metadata.get('filetype') ?? '',
    size: readNumber(headers, 'upload-length'),
    onConflict: conflict.data,
    parentId: metadata.get('parent_id') || null,
  };
}

export function readNumber(headers: Headers, name: string): number {
  const given = headers[name];
  if (given === undefined) throw unfit(name, 'is missing');
  if (typeof given !== 'string' || !NUMBER.test(given)) throw unfit(name, 'is not a number of bytes');
  return Number(given);
}

export function readChecksum(headers: Headers): Checksum | null {
  const given = headers['upload-checksum'];
  if (given === undefined) return null;
  const [algorithm = '', digest = ''] = String(given).split(' ');
  if (!ALGORITHMS.includes(algorithm)) throw unfit('upload-checksum', `is none of ${ALGORITHMS.join(', ')}`);
  if (digest === '' || !BASE64.test(digest)) throw unfit('upload-checksum', 'is not Base64');
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}

function readMetadata(given: string | string[] | undefined): Map<string, string> {
  const metadata = new Map<string, string>();
  if (given === undefined || given === '') return metadata;
  for (const pair of String(given).split(',')) {
    const [key = '', value = '', ...rest] = pair.trim().split(' ');
    if (!METADATA_KEY.test(key) || !BASE64.test(value) || rest.length > 0 || metadata.has(key)) {
      throw unfit('upload-metadata', 'is no list of keys with values in Base64');
    }
    metadata.set(key, Buffer.from(value, 'base64').toString());
  }
  return metadata;
}

function unfit(field: string, problem: string): Failure {
  return new Failure('invalid_input', `The headers can't be used: ${field} ${problem}`, {
    details: { part: 'headers', fields: [{ field, problem, rule: 'invalid' }] },
  });
}
