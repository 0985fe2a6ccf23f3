import { ApiError } from '@bocau/contract/client.ts';
import type { File as MailFile } from '@bocau/contract/messages.ts';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import type { ComposeModel, UploadsAwaited } from './compose-model.ts';
import type { Uploader } from './compose-options.ts';
import { createFakeBrowser, createFakeCompose, startCompose } from './test-kit/start-compose.ts';

type Running = {
  file: File;
  account: string;
  progress(percent: number): void;
  signal: AbortSignal;
  done(file: MailFile): void;
  fail(error: Error): void;
};

async function setUp() {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  const browser = createFakeBrowser();
  const running: Running[] = [];
  const upload = (file: File, { account, progress, signal }: Parameters<Uploader>[1]) =>
    new Promise<MailFile>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error));
      running.push({ file, account, progress, signal, done: resolve, fail: reject });
    });
  const tab = await startCompose(server, clock, { browser, upload });
  const id = tab.model.openNew() as string;
  return { clock, server, browser, running, id, ...tab };
}

function fileOf(name: string, size = 10): File {
  const file = new File(['x'], name, { type: 'application/pdf' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

describe('uploads', () => {
  it('AT-1 AT-2 go from start to pending with progress to uploaded, and are saved with the draft', async () => {
    const { model, running, server, clock, id } = await setUp();
    model.addFiles(id, [fileOf('a.pdf', 1_000)]);
    expect(model.window(id)?.attachmentFiles[0]).toMatchObject({ uploadState: 'pending', size: 1_000 });
    expect(model.hasUnsaved()).toBe(true);
    expect(running[0]?.account).toBe('lan.anh@saomai.example');
    running[0]?.progress(41.7);
    expect(model.window(id)?.attachmentFiles[0]?.uploadedPercent).toBe(41);
    const file = server.outbox.addFile({ name: 'a.pdf', size: 1_000 });
    running[0]?.done(file);
    await clock.advance(10);
    expect(model.window(id)?.attachmentFiles[0]).toMatchObject({
      id: file.id,
      uploadState: 'uploaded',
      uploadedPercent: 100,
      canRetry: false,
    });
    expect(server.outbox.all()[0]?.message.files).toEqual([file]);
    expect(model.hasUnsaved()).toBe(false);
  });

  it('three run at once, and the others start when one is done', async () => {
    const { model, running, server, clock, id } = await setUp();
    model.addFiles(
      id,
      ['a', 'b', 'c', 'd'].map((name) => fileOf(name)),
    );
    expect(model.window(id)?.attachmentFiles.map(({ uploadState }) => uploadState)).toEqual([
      'pending',
      'pending',
      'pending',
      'start',
    ]);
    running[1]?.done(server.outbox.addFile({ name: 'b', size: 10 }));
    await clock.advance(10);
    expect(running).toHaveLength(4);
  });

  it('SD-4 that files are too large together, and that one is an archive, is told when they are added', async () => {
    const { model, id } = await setUp();
    model.addFiles(id, [fileOf('a.zip', 14 * 1024 * 1024)]);
    const kinds = () => model.problemsWhileWriting(id).map(({ kind }) => kind);
    expect(kinds()).toEqual(['no_receiver', 'zip']);
    model.addFiles(id, [fileOf('b.pdf', 12 * 1024 * 1024)]);
    expect(kinds()).toEqual(['no_receiver', 'attachments_too_large', 'zip']);
  });

  it('AT-3 what the server would refuse is told before it travels', async () => {
    const { model, running, events, id } = await setUp();
    model.addFiles(id, [fileOf('lớn.pdf', 25 * 1024 * 1024 + 1), fileOf('vừa.pdf', 25 * 1024 * 1024)]);
    expect(
      model.window(id)?.attachmentFiles.map(({ uploadState, message }) => [uploadState, message]),
    ).toEqual([
      ['too_large', 'lớn.pdf'],
      ['pending', null],
    ]);
    expect(running).toHaveLength(1);
    expect(events.map(({ kind }) => kind)).toEqual(['upload-failed']);
  });

  it.each([
    [new ApiError(413, 'too_large', 'x'), 'too_large', false],
    [new ApiError(400, 'file_not_allowed', 'x'), 'invalid_file', false],
    [new ApiError(0, 'no_answer', 'x'), 'failed', true],
    [new ApiError(503, 'service_unavailable', 'x'), 'failed', true],
  ] as const)(
    'AT-2 AT-3 AT-4 AT-13 a refusal is shown, and never goes out: $0.code',
    async (error, uploadState, canRetry) => {
      const { model, running, clock, server, events, id } = await setUp();
      model.addFiles(id, [fileOf('a.pdf')]);
      running[0]?.fail(error);
      await clock.advance(10);
      expect(model.window(id)?.attachmentFiles[0]).toMatchObject({ uploadState, canRetry });
      expect(events[0]).toMatchObject({ kind: 'upload-failed', file: { name: 'a.pdf' } });
      expect(server.outbox.all()).toEqual([]);
      expect(model.hasUnsaved()).toBe(false);
      model.retryFile(id, model.window(id)?.attachmentFiles[0]?.key ?? '');
      expect(running).toHaveLength(canRetry ? 2 : 1);
    },
  );

  it('AT-13 removing a file stops its upload, and drops it from the draft', async () => {
    const { model, running, clock, server, id } = await setUp();
    model.addFiles(id, [fileOf('a.pdf'), fileOf('b.pdf')]);
    const [first, second] = model.window(id)?.attachmentFiles ?? [];
    model.removeFile(id, first?.key ?? '');
    expect(running[0]?.signal.aborted).toBe(true);
    running[1]?.done(server.outbox.addFile({ name: 'b.pdf', size: 10 }));
    await clock.advance(1_000);
    expect(server.outbox.all()[0]?.message.files).toHaveLength(1);
    model.removeFile(id, second?.key ?? '');
    await model.save(id);
    expect(server.outbox.all()[0]?.message.files).toEqual([]);
    expect(model.window(id)?.attachmentFiles).toEqual([]);
  });

  it('AT-10 an image in the text is uploaded, carried while it is shown, and gone when it failed', async () => {
    const { model, running, server, clock, id } = await setUp();
    const uploading = model.uploadInlineImage(id, fileOf('ảnh.png'));
    const file = server.outbox.addFile({ name: 'ảnh.png', size: 10 });
    running[0]?.done(file);
    const src = await uploading;
    expect(src).toBe(`/api/v2/files/${file.id}/download?inline=1`);
    model.change(id, { body: `<p><img src="${src}"></p>` });
    await model.save(id);
    expect(server.outbox.all()[0]?.message.files).toEqual([file]);
    model.change(id, { body: '<p>không ảnh</p>' });
    await model.save(id);
    expect(server.outbox.all()[0]?.message.files).toEqual([]);
    const failing = model.uploadInlineImage(id, fileOf('hỏng.png'));
    running[1]?.fail(new ApiError(500, 'internal_error', 'x'));
    await expect(failing).rejects.toMatchObject({ status: 500 });
    await clock.advance(10);
    expect(model.window(id)?.attachmentFiles.map(({ name }) => name)).toEqual(['ảnh.png']);
  });

  it('SD-9 files on their way are asked about, and left out when it is sent without them', async () => {
    const { model, running, server, id } = await setUp();
    model.addRecipients(id, 'to', 'a@x.vn');
    model.change(id, { subject: 'x', body: '<p>x</p>' });
    model.addFiles(id, [fileOf('a.pdf')]);
    expect(await model.send(id, { type: 'send' }, [])).toMatchObject({
      kind: 'stopped',
      problems: [{ kind: 'uploading', files: [{ name: 'a.pdf' }] }],
    });
    expect((await model.send(id, { type: 'send' }, ['uploading'])).kind).toBe('done');
    expect(running[0]?.signal.aborted).toBe(true);
    expect(server.outbox.all()[0]?.message.files).toEqual([]);
  });

  describe('SD-9 a message that waits for its files', () => {
    async function setUpWaiting() {
      const all = await setUp();
      const { model, running, server, clock, id } = all;
      model.addRecipients(id, 'to', 'a@x.vn');
      model.change(id, { subject: 'x', body: '<p>x</p>' });
      model.addFiles(id, [fileOf('a.pdf'), fileOf('b.pdf')]);
      let said: UploadsAwaited | null = null;
      void model.awaitUploads(id).then((how) => {
        said = how;
      });
      return {
        ...all,
        said: () => said,
        async upload(index: number) {
          running[index]?.done(server.outbox.addFile({ name: `${index}.pdf`, size: 10 }));
          await clock.advance(10);
        },
      };
    }

    it('is told when the last one is up, and goes with all of them', async () => {
      const { model, server, id, said, upload } = await setUpWaiting();
      expect(model.window(id)?.awaitsFiles).toBe(true);
      await upload(0);
      expect([said(), model.window(id)?.awaitsFiles]).toEqual([null, true]);
      await upload(1);
      expect([said(), model.window(id)?.awaitsFiles]).toEqual(['ended', false]);
      expect((await model.send(id, { type: 'send' }, [])).kind).toBe('done');
      expect(server.outbox.all()[0]?.message.files).toHaveLength(2);
      expect(await model.awaitUploads(id)).toBe('ended');
    });

    it('AT-13 has a file that failed asked about before it goes without it', async () => {
      const { model, running, server, clock, id, said, upload } = await setUpWaiting();
      running[0]?.fail(new ApiError(0, 'no_answer', 'x'));
      await upload(1);
      expect(said()).toBe('ended');
      expect(await model.send(id, { type: 'send' }, [])).toMatchObject({
        kind: 'stopped',
        problems: [{ kind: 'files_failed', files: [{ name: 'a.pdf' }] }],
      });
      await clock.advance(10_000);
      expect(server.called('sendMail')).toEqual([]);
      expect((await model.send(id, { type: 'send' }, ['files_failed'])).kind).toBe('done');
      expect(server.outbox.all()[0]?.message.files).toHaveLength(1);
    });

    it('SD-14 is put off when the network drops meanwhile, with what is still to go up', async () => {
      const { model, running, server, clock, setOnline, id, said, upload } = await setUpWaiting();
      await upload(0);
      setOnline(false);
      running[1]?.fail(new ApiError(0, 'no_answer', 'x'));
      await clock.advance(10);
      expect([said(), model.window(id)?.awaitsFiles]).toEqual(['ended', false]);
      expect((await model.send(id, { type: 'send' }, [])).kind).toBe('deferred');
      setOnline(true);
      await clock.advance(10);
      await upload(2);
      await clock.advance(60_000);
      expect(server.outbox.all().map(({ message }) => message.files.length)).toEqual([2]);
      expect(server.called('sendMail')).toHaveLength(1);
    });

    it('waits on for a file that failed and is uploaded again', async () => {
      const { model, running, clock, id, said, upload } = await setUpWaiting();
      running[0]?.fail(new ApiError(0, 'no_answer', 'x'));
      await clock.advance(10);
      model.retryFile(id, model.window(id)?.attachmentFiles[0]?.key ?? '');
      await upload(1);
      expect(said()).toBe(null);
      await upload(2);
      expect(said()).toBe('ended');
    });

    it.each<[string, UploadsAwaited, (model: ComposeModel, id: string) => unknown]>([
      ['its text is changed', 'edited', (model, id) => model.change(id, { body: '<p>y</p>' })],
      ['its subject is changed', 'edited', (model, id) => model.change(id, { subject: 'y' })],
      ['a recipient is added', 'edited', (model, id) => model.addRecipients(id, 'cc', 'b@x.vn')],
      ['a recipient is removed', 'edited', (model, id) => model.removeRecipient(id, 'to', 0)],
      ['a file is added', 'edited', (model, id) => model.addFiles(id, [fileOf('c.pdf')])],
      [
        'a file is removed',
        'edited',
        (model, id) => {
          for (const { key } of model.window(id)?.attachmentFiles ?? []) model.removeFile(id, key);
        },
      ],
      ['it is closed', 'closed', (model, id) => model.close(id)],
      ['it is deleted', 'deleted', (model, id) => model.deleteDraft(id)],
      ['that is stopped', 'stopped', (model, id) => model.stopAwaiting(id, 'stopped')],
    ])('is not waited for any more when %s', async (_what, how, act) => {
      const { model, clock, id, said } = await setUpWaiting();
      act(model, id);
      await clock.advance(10);
      expect(said()).toBe(how);
      expect(model.window(id)?.awaitsFiles ?? false).toBe(false);
    });

    it('waits on while Cc is shown and the same text is told again, and after a reload not any more', async () => {
      const { model, server, clock, browser, crash, id, said } = await setUpWaiting();
      model.change(id, { subject: 'x', body: '<p>x</p>', shown: { cc: true, bcc: false } });
      await clock.advance(1_000);
      expect(said()).toBe(null);
      crash();
      const again = await startCompose(server, clock, { browser });
      expect(again.model.window(id)).toMatchObject({ awaitsFiles: false });
      await clock.advance(10_000);
      expect(server.called('sendMail')).toEqual([]);
    });
  });

  it('DR-5 a closed window is saved with the file that was still on its way', async () => {
    const { model, running, server, clock, id } = await setUp();
    model.addFiles(id, [fileOf('a.pdf')]);
    await model.close(id);
    expect(model.hasUnsaved()).toBe(true);
    running[0]?.done(server.outbox.addFile({ name: 'a.pdf', size: 10 }));
    await clock.advance(10);
    expect(server.outbox.all()[0]?.message.files).toHaveLength(1);
    expect(model.hasUnsaved()).toBe(false);
  });

  it('after a reload an upload that was under way has failed, and a loose file that is gone is told', async () => {
    const { model, running, server, clock, browser, crash, id } = await setUp();
    model.change(id, { subject: 'x' });
    model.addFiles(id, [fileOf('a.pdf'), fileOf('b.pdf')]);
    server.isUp = false;
    const lost = server.outbox.addFile({ name: 'a.pdf', size: 10 });
    running[0]?.done(lost);
    await clock.advance(1_000);
    crash();
    server.outbox.files.delete(lost.id);
    server.isUp = true;
    const again = await startCompose(server, clock, { browser });
    await clock.advance(100);
    expect(
      again.model.window(id)?.attachmentFiles.map(({ uploadState, canRetry }) => [uploadState, canRetry]),
    ).toEqual([
      ['failed', false],
      ['failed', false],
    ]);
    expect(again.events).toMatchObject([{ kind: 'upload-failed', file: { name: 'a.pdf' } }]);
    expect(again.model.window(id)).toMatchObject({ unsaved: false });
    expect(server.outbox.all()).toHaveLength(1);
  });
});
