import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { ErrorBody, ErrorCode } from '@bocau/contract/errors.ts';
import { addressOf, type CallInput } from './sample-calls.ts';

/** The status of a response, and its error code; null on success. */
export type Outcome = { status: number; code: ErrorCode | null };

/** The headers of every upload call, and those of an upload of five bytes without any sent yet. */
const TUS = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'upload-length': '5',
  'upload-metadata': `filename ${Buffer.from('chào.txt').toString('base64')}`,
};

/** Calls an endpoint with the given headers. */
export async function callEndpoint(
  baseUrl: string,
  endpoint: Endpoint,
  input: CallInput,
  headers: Record<string, string>,
): Promise<Outcome> {
  const json = input.body === undefined ? {} : { 'content-type': 'application/json' };
  const form = endpoint.multipart ? sampleForm() : null;
  const answer = await fetch(baseUrl + addressOf(endpoint, input), {
    method: endpoint.method,
    headers: { ...json, ...(endpoint.path.startsWith('/storage/v1/uploads') ? TUS : {}), ...headers },
    body: input.body === undefined ? form : JSON.stringify(input.body),
  });
  const text = await answer.text();
  return { status: answer.status, code: answer.ok ? null : (JSON.parse(text) as ErrorBody).error.code };
}

function sampleForm(): FormData {
  const form = new FormData();
  // Of an import of contacts.
  form.append('uid', crypto.randomUUID());
  form.append('file', new Blob(['xin chào']), 'chào.txt');
  return form;
}
