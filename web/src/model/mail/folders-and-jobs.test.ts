import { describe, expect, vi } from 'vitest';
import { test } from './test-kit/inbox-test.ts';

describe('folders and bulk jobs', () => {
  test('FO-10 a folder is made, and deleted when it is empty', async ({ clock, model }) => {
    const made = model.createFolder({ name: 'Khách hàng' });
    await clock.advance(10);
    const { id } = await made;
    expect(model.folderByPath('Khách hàng')?.id).toBe(id);
    const refused = model.deleteFolder('inbox');
    const refusal = expect(refused).rejects.toMatchObject({ code: 'folder_not_empty' });
    await clock.advance(10);
    await refusal;
    const removed = model.deleteFolder(id);
    await clock.advance(10);
    await removed;
    expect(model.folderByPath('Khách hàng')).toBeNull();
  });

  test('FO-1 folders stand as they were ordered, here and by another tab', async ({
    clock,
    server,
    model,
  }) => {
    const own = () =>
      model
        .folders()
        .filter((folder) => !folder.system)
        .map((folder) => folder.name);
    expect(own()).toEqual(['Work', 'Home']);
    const placed = model.placeFolder('home', { parent_id: null, before_id: 'work' });
    await clock.advance(10);
    await placed;
    expect(own()).toEqual(['Home', 'Work']);
    server.mailbox.placeFolder('work', 'home');
    await clock.advance(100);
    expect(own()).toEqual(['Work', 'Home']);
  });

  test('SB-14 a bulk job on a search looks for the words as the shown list did', async ({
    clock,
    server,
    hold,
    model,
    called,
  }) => {
    const list = { kind: 'search', terms: { q: 'báo giá kho' } } as const;
    server.words = '2.1';
    const release = await hold({ list, offset: 0, limit: 20 });
    const asked = model.startBulk({ where: list, action: 'read' });
    const other = model.startBulk({ where: { kind: 'search', terms: { q: 'kho' } }, action: 'read' });
    await clock.advance(10);
    await Promise.all([asked, other]);
    release();
    const sent = called('startBulk').map(({ input }) => (input as { body: { where: unknown } }).body.where);
    expect(sent).toEqual([{ q: 'báo giá kho', words: '2.1' }, { q: 'kho' }]);
  });

  test('FO-11 a bulk job is followed by the socket, and asked after a lost connection', async ({
    clock,
    server,
    started,
    model,
  }) => {
    const asked = model.startBulk({ where: { kind: 'folder', path: 'INBOX' }, action: 'read' });
    await clock.advance(10);
    const id = await asked;
    const senders = {
      created_at: 0,
      to_folder_id: null,
      blocked: 0,
      unblocked: 0,
      not_blocked: 0,
      changed: 0,
    };
    const job = {
      id,
      action: 'read',
      state: 'running',
      total: 10,
      done: 4,
      can_undo: true,
      ...senders,
    } as const;
    server.send({ event: 'bulk_progress', data: job });
    await clock.advance(10);
    expect(model.bulkJob(id)).toEqual(job);
    server.jobs.set(id, { ...job, state: 'done', done: 10 });
    server.dropSockets();
    await clock.advance(10_000);
    expect(model.bulkJob(id)?.state).toBe('done');
    expect(started.events.at(-1)).toMatchObject({ kind: 'bulk-progress', job: { state: 'done' } });
  });

  test('FO-11 a bulk job that ends while it is asked for has ended, though the answer still says that it runs', async ({
    clock,
    server,
    model,
  }) => {
    const read = server.jobs.get.bind(server.jobs);
    vi.spyOn(server.jobs, 'get').mockImplementationOnce((id) => {
      const running = read(id);
      if (!running) throw new Error('it was begun');
      server.send({ event: 'bulk_progress', data: { ...running, state: 'done' } });
      server.delay = 10_000;
      return running;
    });
    const asked = model.startBulk({ where: { kind: 'folder', path: 'Trash' }, action: 'delete' });
    await clock.advance(20_000);
    expect(model.bulkJob(await asked)?.state).toBe('done');
  });
});
