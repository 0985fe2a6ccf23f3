import { ApiError } from '@bocau/contract/client.ts';
import type { ErrorBody } from '@bocau/contract/errors.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { ACCOUNT_HEADER, COOKIE_HEADER } from '@bocau/contract/session.ts';
import { uploadFile } from '@bocau/contract/uploads.ts';
import type { Uploader } from '../../model/compose/compose-options.ts';

/** AT-2: an XMLHttpRequest, as fetch does not report upload progress. */
export const uploadFromDisk: Uploader = (file, { account, progress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    request.open(uploadFile.method, uploadFile.path);
    request.setRequestHeader(COOKIE_HEADER.name, COOKIE_HEADER.value);
    request.setRequestHeader(ACCOUNT_HEADER.name, ACCOUNT_HEADER.value(account));
    request.responseType = 'text';
    request.upload.onprogress = ({ loaded, total }) => progress((loaded / Math.max(total, 1)) * 100);
    request.onabort = () => end(() => reject(signal.reason));
    request.onerror = () => end(() => reject(new ApiError(0, 'no_answer', 'The upload was interrupted')));
    request.onload = () =>
      end(() => {
        const uploaded = request.status < 300 ? uploadedFile(request.responseText) : null;
        if (uploaded) resolve(uploaded);
        else reject(refusal(request));
      });
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });

function uploadedFile(answer: string): MailFile | null {
  const said = parsed(answer) as { data?: MailFile[] } | null;
  const [file] = said?.data ?? [];
  return file && typeof file.uuid === 'string' ? file : null;
}

/** AT-10: an answer that is not from our server still yields its status. */
function refusal({ status, responseText }: XMLHttpRequest): ApiError {
  if (status < 300) return new ApiError(status, 'internal_error', 'Invalid JSON');
  const error = (parsed(responseText) as Partial<ErrorBody> | null)?.error;
  if (error) return new ApiError(status, error.code, error.message, error.details);
  const code = status === 413 ? 'too_large' : 'internal_error';
  return new ApiError(status, code, `HTTP Error: ${status}`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
