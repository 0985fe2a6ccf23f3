import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadFault } from '../../features/compose/windows/upload-fault.ts';
import { spoken } from '../../i18n/i18n.ts';
import { uploadFromDisk } from './upload-file.ts';

/** The upload's XMLHttpRequest, which the test answers. */
class FakeRequest {
  static last: FakeRequest;
  status = 0;
  responseText = '';
  readonly upload: { onprogress: ((sent: { loaded: number; total: number }) => void) | null } = {
    onprogress: null,
  };
  onload: (() => void) | null = null;
  open(): void {
    FakeRequest.last = this;
  }
  readonly headers: Record<string, string> = {};
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(): void {}
  answer(status: number, responseText: string): void {
    Object.assign(this, { status, responseText });
    this.onload?.();
  }
}

beforeEach(() => void vi.stubGlobal('XMLHttpRequest', FakeRequest));
afterEach(() => void vi.unstubAllGlobals());

function upload() {
  const progress: number[] = [];
  const signal = new AbortController().signal;
  const uploading = uploadFromDisk(new File(['ảnh'], 'ảnh.png'), {
    account: 'an+tệp@saomai.example',
    progress: (done) => progress.push(done),
    signal,
  });
  return { uploading, progress, request: FakeRequest.last };
}

test('AT-10 AT-2 an answer of 200 that names the file is what came of it', async () => {
  const { uploading, progress, request } = upload();
  expect(request.headers).toMatchObject({ 'x-account': encodeURIComponent('an+tệp@saomai.example') });
  request.upload.onprogress?.({ loaded: 1, total: 4 });
  request.answer(200, JSON.stringify({ data: [{ id: 'f1', uuid: 'f1', name: 'ảnh.png' }] }));
  expect(await uploading).toMatchObject({ uuid: 'f1' });
  expect(progress).toEqual([25]);
});

test.each([
  ['an answer of somebody on the way', 502, '<html>Bad Gateway</html>', 'HTTP Error: 502'],
  ['what is no JSON', 200, '<html>Welcome</html>', 'Invalid JSON'],
  ['no uuid', 200, '{"data":[{"uuid":7}]}', 'Invalid JSON'],
])('AT-10 %s is told as it is', async (_what, status, body, told) => {
  const { uploading, request } = upload();
  request.answer(status, body);
  const fault: unknown = await uploading.catch((error: unknown) => error);
  expect(uploadFault(spoken.get().t, fault, 'ảnh.png')).toBe(told);
});
