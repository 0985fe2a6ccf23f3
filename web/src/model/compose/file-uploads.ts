import { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { asApiError } from '../engine/retry.ts';
import type { ComposeFile } from './compose-model.ts';
import type { ComposeOptions, Uploader } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { composeFileOf } from './draft-content.ts';
import type { KeptFiles } from './kept-files.ts';
import { isUploading } from './open-window.ts';
import { inlineSource } from './own-words.ts';

export type FileUploads = {
  add(windowId: string, files: readonly File[]): void;
  addInline(windowId: string, file: File): Promise<string>;
  /** Adds files that the server already has. */
  addStored(windowId: string, files: readonly MailFile[]): void;
  /** The bytes of a file whose upload failed, as long as the browser has them. */
  source(key: string): File | null;
  remove(windowId: string, key: string): void;
  retry(windowId: string, key: string): void;
  /** Aborts uploads in flight; the message goes without them. */
  stopAll(windowId: string): void;
  /**
   * Resumes uploads that wait for the connection; `all`: also those that wait for the same person to sign in
   * again.
   */
  resume(which: 'all' | 'lost'): void;
  /** Whether all pending uploads survive closing the page. */
  areKept(windowId: string): boolean;
  /** After a reload: files whose bytes were stored continue, the others have failed. */
  restore(windowId: string): Promise<void>;
};

type Deps = {
  store: ComposeStore;
  upload: Uploader;
  kept: KeptFiles;
  online: Pick<ComposeOptions['online'], 'isOnline' | 'isReached'>;
  /** The account that the windows belong to. */
  account(): string;
  newId(): string;
  /** An upload has ended, well or not: the draft may be saved. */
  settled(windowId: string): void;
};

type Upload = {
  windowId: string;
  key: string;
  file: File;
  done(file: ComposeFile | null, error: unknown): void;
};

const AT_ONCE = 3;

export function createFileUploads(deps: Deps): FileUploads {
  const { store, upload, kept, online, account, newId, settled } = deps;
  const sources = new Map<string, File>();
  const waiting: Upload[] = [];
  /** Uploads that cannot continue before the connection is back, by their keys. */
  const parked = new Map<string, Upload>();
  /** Parked because the session has ended: a quick retry would send all the bytes only to be refused. */
  const signedOut = new Set<string>();
  const running = new Map<string, AbortController>();
  /** Files in the browser's storage, or about to be. */
  const keptKeys = new Map<string, 'writing' | 'kept'>();

  function patch(windowId: string, key: string, change: Partial<ComposeFile>): void {
    const window = store.get(windowId);
    if (!window) return;
    const attachmentFiles = window.view.attachmentFiles.map((file) =>
      file.key === key ? { ...file, ...change } : file,
    );
    if (change.uploadState === 'uploaded') store.changeContent(windowId, { attachmentFiles });
    else store.update(windowId, { view: { attachmentFiles } });
  }

  const fileOf = (windowId: string, key: string) =>
    store.get(windowId)?.view.attachmentFiles.find((file) => file.key === key) ?? null;

  function pump(): void {
    while (running.size < AT_ONCE) {
      const next = waiting.shift();
      if (!next) return;
      void run(next);
    }
  }

  async function run({ windowId, key, file, done }: Upload): Promise<void> {
    const abort = new AbortController();
    running.set(key, abort);
    patch(windowId, key, { uploadState: 'pending', uploadedPercent: 0 });
    try {
      const answer = await upload(file, {
        account: account(),
        signal: abort.signal,
        progress(percent) {
          if (fileOf(windowId, key)?.uploadState === 'pending') {
            patch(windowId, key, { uploadedPercent: Math.min(99, Math.max(0, Math.floor(percent))) });
          }
        },
      });
      if (abort.signal.aborted) return;
      const { id, name, size, content_type, has_virus, message } = answer;
      patch(windowId, key, {
        ...{ id, name, size, content_type, has_virus, message },
        uploadState: 'uploaded',
        uploadedPercent: 100,
        canRetry: false,
      });
      sources.delete(key);
      forgetKept(windowId, key);
      done(fileOf(windowId, key), null);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (!abort.signal.aborted && waitsFor(windowId, key, error)) {
        park({ windowId, key, file, done });
        if (error.status === 401) signedOut.add(key);
        if (error.status === 401) store.emit({ kind: 'session-ended' });
        return;
      }
      if (!abort.signal.aborted) fail(windowId, key, error);
      done(null, thrown);
    } finally {
      running.delete(key);
      settled(windowId);
      pump();
    }
  }

  /**
   * Whether an upload resumes by itself later. An inline image does not: it is missing from the text until it
   * is uploaded, and the writer has to see that.
   */
  function waitsFor(windowId: string, key: string, { status }: ApiError): boolean {
    if (fileOf(windowId, key)?.inlineImage) return false;
    if (status === 401) return true;
    return status === 0 && (!online.isReached() || Boolean(store.get(windowId)?.deferred));
  }

  function park(one: Upload): void {
    const { windowId, key } = one;
    if (!fileOf(windowId, key)) return;
    parked.set(key, one);
    patch(windowId, key, { uploadState: 'offline', uploadedPercent: 0 });
    if (!keptKeys.has(key)) void keep(one);
  }

  async function keep({ windowId, key, file }: Upload): Promise<void> {
    keptKeys.set(key, 'writing');
    const isKept = await kept.keep(windowId, key, file);
    if (!keptKeys.has(key)) return;
    if (isKept) keptKeys.set(key, 'kept');
    else keptKeys.delete(key);
  }

  function forgetKept(windowId: string, key: string): void {
    keptKeys.delete(key);
    kept.forget(windowId, key);
  }

  function fail(windowId: string, key: string, error: ApiError): void {
    forgetKept(windowId, key);
    const uploadState =
      error.code === 'too_large'
        ? 'too_large'
        : error.code === 'file_not_allowed'
          ? 'invalid_file'
          : 'failed';
    patch(windowId, key, {
      uploadState,
      uploadedPercent: 0,
      message:
        uploadState === 'invalid_file' ? typeIn(error, fileOf(windowId, key)?.name ?? '') : error.message,
      canRetry: uploadState === 'failed',
    });
    // A file that is too large to attach may still go into the drive.
    if (uploadState === 'invalid_file') sources.delete(key);
    const file = fileOf(windowId, key);
    if (file) store.emit({ kind: 'upload-failed', windowId, file });
    if (error.status === 401) store.emit({ kind: 'session-ended' });
  }

  function begin(windowId: string, key: string, file: File, inlineImage: boolean): Promise<ComposeFile> {
    const checked = checkFile(file);
    const entry: ComposeFile = {
      key,
      id: null,
      name: file.name,
      size: file.size,
      content_type: file.type || 'application/octet-stream',
      inlineImage,
      uploadState: checked?.uploadState ?? 'start',
      uploadedPercent: 0,
      has_virus: false,
      message: checked?.message ?? null,
      canRetry: checked === null,
    };
    const window = store.get(windowId);
    if (window) {
      store.update(windowId, { view: { attachmentFiles: [...window.view.attachmentFiles, entry] } });
    }
    if (checked) sources.set(key, file);
    if (checked) {
      store.emit({ kind: 'upload-failed', windowId, file: entry });
      return Promise.reject(new ApiError(0, 'too_large', checked.message));
    }
    sources.set(key, file);
    return new Promise((resolve, reject) => {
      const one: Upload = {
        windowId,
        key,
        file,
        done: (uploadedFile, error) => (uploadedFile ? resolve(uploadedFile) : reject(error)),
      };
      if (!online.isOnline() && !inlineImage) return park(one);
      waiting.push(one);
      pump();
    });
  }

  function roomFor(windowId: string, count: number): number {
    const known = store.get(windowId)?.view.attachmentFiles.length ?? LIMITS.filesPerMail;
    const room = Math.max(0, LIMITS.filesPerMail - known);
    if (count > room) store.emit({ kind: 'too-many-files', windowId, most: LIMITS.filesPerMail });
    return room;
  }

  function stop(key: string): void {
    running.get(key)?.abort(new ApiError(0, 'no_answer', 'The upload was stopped'));
    parked.delete(key);
    signedOut.delete(key);
    const at = waiting.findIndex((one) => one.key === key);
    const [stopped] = at < 0 ? [] : waiting.splice(at, 1);
    stopped?.done(null, new ApiError(0, 'no_answer', 'The upload was stopped'));
  }

  return {
    add(windowId, files) {
      for (const file of files.slice(0, roomFor(windowId, files.length))) {
        // The window shows the result.
        begin(windowId, newId(), file, false).catch(() => undefined);
      }
    },
    async addInline(windowId, file) {
      if (roomFor(windowId, 1) === 0) throw new ApiError(0, 'too_large', 'There are too many files');
      const key = newId();
      try {
        const { id } = await begin(windowId, key, file, true);
        return inlineSource(id ?? '');
      } catch (error) {
        // An inline image that failed appears neither in the text nor among the files.
        const rest = store.get(windowId)?.view.attachmentFiles.filter((one) => one.key !== key);
        if (rest) store.update(windowId, { view: { attachmentFiles: rest } });
        throw error;
      }
    },
    addStored(windowId, files) {
      const window = store.get(windowId);
      const added = files.slice(0, roomFor(windowId, files.length)).map(composeFileOf);
      if (!window || added.length === 0) return;
      store.changeContent(windowId, { attachmentFiles: [...window.view.attachmentFiles, ...added] });
    },
    source: (key) => sources.get(key) ?? null,
    remove(windowId, key) {
      const file = fileOf(windowId, key);
      const window = store.get(windowId);
      if (!window || !file) return;
      const attachmentFiles = window.view.attachmentFiles.filter((one) => one.key !== key);
      if (file.id === null) store.update(windowId, { view: { attachmentFiles } });
      else store.changeContent(windowId, { attachmentFiles });
      stop(key);
      sources.delete(key);
      forgetKept(windowId, key);
    },
    retry(windowId, key) {
      const file = sources.get(key);
      if (!file || fileOf(windowId, key)?.uploadState !== 'failed') return;
      patch(windowId, key, { uploadState: 'start', message: null });
      waiting.push({ windowId, key, file, done: () => undefined });
      pump();
    },
    stopAll(windowId) {
      const window = store.get(windowId);
      if (!window) return;
      const going = window.view.attachmentFiles.filter(isUploading);
      if (going.length === 0) return;
      store.update(windowId, {
        view: { attachmentFiles: window.view.attachmentFiles.filter((file) => !isUploading(file)) },
      });
      for (const { key } of going) {
        stop(key);
        forgetKept(windowId, key);
      }
    },
    resume(which) {
      if (which === 'all') signedOut.clear();
      for (const [key, one] of parked) {
        if (signedOut.has(key)) continue;
        parked.delete(key);
        patch(one.windowId, key, { uploadState: 'start' });
        waiting.push(one);
      }
      pump();
    },
    areKept(windowId) {
      const left = store.get(windowId)?.view.attachmentFiles.filter(isUploading) ?? [];
      return left.every(({ key }) => keptKeys.get(key) === 'kept');
    },
    async restore(windowId) {
      const left = store.get(windowId)?.view.attachmentFiles.filter(isUploading) ?? [];
      for (const { key } of left) {
        const file = await kept.read(windowId, key);
        if (file && fileOf(windowId, key)) {
          sources.set(key, file);
          keptKeys.set(key, 'kept');
          parked.set(key, { windowId, key, file, done: () => undefined });
        } else {
          patch(windowId, key, { uploadState: 'failed', canRetry: false });
        }
      }
    },
  };
}

type Refused = { uploadState: 'too_large'; message: string };

/** Finds what the server would refuse before bytes are sent. Allowed types are the operator's choice. */
function checkFile({ name, size }: { name: string; size: number }): Refused | null {
  if (size > LIMITS.attachmentBytes) return { uploadState: 'too_large', message: name };
  return null;
}

/** The type that the server found in the name, which may differ from the visible extension. */
function typeIn({ details }: ApiError, name: string): string {
  const { extension } = details;
  return typeof extension === 'string' ? extension : extensionOf(name);
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name.trim())?.[1]?.toLowerCase() ?? '';
}
