import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import { sortKey } from '@bocau/contract/sort-key.ts';
import { isOwn } from '../drive-operations.ts';

const AT = 1_795_140_000;

/** A file as the server shows it; a folder where no size is given. */
export function entryOf(
  id: string,
  given: Partial<Omit<DriveFile, 'prop'>> & { prop?: Partial<DriveFile['prop']> } = {},
): DriveFile {
  const { prop, ...rest } = given;
  const isFile = rest.type !== 'folder';
  return {
    id,
    fileid: id,
    name: `${id}.txt`,
    display_name: `/${rest.name ?? id}`,
    type: 'file',
    ...(isFile && { content_type: 'text/plain' }),
    size: isFile ? 100 : 0,
    href: `/storage/v1/files/${id}/content`,
    parent_id: null,
    owner: 'an@saomai.example',
    owner_display_name: 'Lan Anh',
    created_at: AT,
    last_modified: AT,
    ...rest,
    prop: {
      favorite: false,
      shared: false,
      permission: 'OWNER',
      ...(isFile && { version_id: `${id}-v1` }),
      ...prop,
    },
  };
}

function latestTrashed({ prop: a, id: one }: DriveFile, { prop: b, id: other }: DriveFile): number {
  return (b.trashed_at ?? 0) - (a.trashed_at ?? 0) || (one < other ? 1 : -1);
}

function bySharing(descending: boolean) {
  const sign = descending ? -1 : 1;
  return ({ prop: a }: DriveFile, { prop: b }: DriveFile) => sign * ((a.shared_at ?? 0) - (b.shared_at ?? 0));
}

/** A drive with entries and a journal, which can refuse a call or lose its answer. */
export function createFakeDrive(given: readonly DriveFile[]) {
  const entries = new Map(given.map((file) => [file.id, file]));
  const journal: string[] = [];
  const calls: string[] = [];
  const seen = new Set<string>();
  const failures: ApiError[] = [];
  const quota = { used_bytes: 1_000, reserved_bytes: 0, quota_bytes: 10_000 };
  /** Copy jobs, by their ids; tests set their progress. */
  const copies = new Map<string, DriveCopyJob>();
  let lastId = 0;
  /** The journal's number when something was last trashed or restored. */
  let trashTouched = 0;
  let held: Promise<void> | null = null;

  function put(file: DriveFile): DriveFile {
    const before = entries.get(file.id);
    if (!isKept(file) || (before && !isKept(before))) trashTouched = journal.length + 1;
    entries.set(file.id, file);
    // Changes in other people's drives are not in this journal.
    if (isOwn(file)) journal.push(file.id);
    return file;
  }

  /** Makes a change and returns its result; a failure of status 0 loses the answer after the change. */
  async function change<T>(name: string, run: () => T): Promise<{ data: T; meta: never }> {
    calls.push(name);
    const failure = failures.shift();
    if (failure && failure.status !== 0) throw failure;
    const data = run();
    if (failure) throw failure;
    return { data, meta: undefined as never };
  }

  const of = (id: string) => {
    const file = entries.get(id);
    if (!file) throw new ApiError(404, 'file_not_found', 'Not found');
    return file;
  };
  const isKept = ({ prop }: DriveFile) => prop.trashed_at === undefined;
  /** Nothing in the trash has a path. */
  function pathTo(id: string): { id: string; name: string }[] {
    const { parent_id: above, name, prop } = of(id);
    if (prop.trashed_at !== undefined) of('trashed');
    return [...(above === null ? [] : pathTo(above)), { id, name }];
  }

  function listed(files: DriveFile[], query: { limit?: unknown; cursor?: unknown }) {
    const from = Number(query.cursor ?? 0);
    const to = from + Number(query.limit ?? 50);
    const next_cursor = to < files.length ? String(to) : null;
    return { data: files.slice(from, to), meta: { next_cursor, total: files.length } };
  }

  const api = {
    async getDriveChanges({ query }: { query: { since?: string } }) {
      const since = query.since === undefined ? journal.length : Number(query.since);
      const changed = [...new Set(journal.slice(since))].map((id) => ({ id, file: entries.get(id) ?? null }));
      const trash = trashTouched > since ? { trash: true } : {};
      return { data: { seq: journal.length, entries: changed, folders: [], usage: quota, ...trash } };
    },
    async listDriveFiles({ query }: { query: Record<string, string> }) {
      calls.push('list');
      const failure = failures.shift();
      if (failure) throw failure;
      const parent = query['folder_id'] ?? null;
      const breadcrumb = parent === null ? [] : pathTo(parent);
      const permission = parent === null ? 'OWNER' : of(parent).prop.permission;
      const files = [...entries.values()].filter(
        (file) => isKept(file) && file.parent_id === parent && (parent !== null || isOwn(file)),
      );
      const { sort = 'name', descending = String(sort !== 'name') } = query;
      const sign = descending === 'true' ? -1 : 1;
      files.sort(
        (a, b) =>
          Number(b.type === 'folder') - Number(a.type === 'folder') ||
          sign * (sort === 'size' ? a.size - b.size : sortKey(a.name) < sortKey(b.name) ? -1 : 1),
      );
      const { data, meta } = listed(files, query);
      await held;
      return { data, meta: { ...meta, breadcrumb, permission } };
    },
    async getDriveFile({ params: { id } }: { params: { id: string } }) {
      calls.push('get');
      return { data: { ...of(id), breadcrumb: pathTo(id).slice(0, -1) } };
    },
    listDriveDeletions: async () => ({
      data: [...entries.values()].filter(
        ({ id, prop }) =>
          isOwn(of(id)) && prop.trashed_at !== undefined && prop.trashed_by !== undefined && !seen.has(id),
      ),
    }),
    markDriveDeletionsSeen: ({ body }: { body: { ids: string[] } }) =>
      change('seen', () => {
        for (const id of body.ids) seen.add(id);
        return { ok: true };
      }),
    listDriveTrash: async ({ query }: { query: object }) =>
      listed([...entries.values()].filter((file) => !isKept(file) && isOwn(file)).sort(latestTrashed), query),
    listSharedWithMe: async ({ query }: { query: { sort?: string; descending?: string; limit?: unknown } }) =>
      listed(
        [...entries.values()]
          .filter((file) => isKept(file) && !isOwn(file) && file.parent_id === null)
          .sort(query.sort === 'shared_at' ? bySharing(query.descending === 'true') : () => 0),
        query,
      ),
    listSharedByMe: async ({ query }: { query: object }) =>
      listed(
        [...entries.values()].filter((file) => isKept(file) && file.prop.shared),
        query,
      ),
    listFavorites: async ({ query }: { query: object }) =>
      listed(
        [...entries.values()].filter((file) => isKept(file) && file.prop.favorite),
        query,
      ),
    searchDrive: async ({ query }: { query: { display_name: string; limit?: unknown } }) =>
      listed(
        [...entries.values()].filter((file) => isKept(file) && file.name.includes(query.display_name)),
        query,
      ),
    renameDriveFile: ({
      params,
      body,
    }: {
      params: { id: string };
      body: { name?: string; favorite?: boolean };
    }) =>
      change('rename', () => {
        const file = of(params.id);
        const favorite = body.favorite ?? file.prop.favorite;
        return put({ ...file, name: body.name ?? file.name, prop: { ...file.prop, favorite } });
      }),
    moveDriveFiles: ({ body }: { body: { ids: string[]; parent_id: string | null } }) =>
      change('move', () =>
        body.ids.map((id) => {
          const { name } = of(id);
          const { parent_id } = body;
          const isTaken = [...entries.values()].some(
            (other) => other.id !== id && other.parent_id === parent_id && other.name === name,
          );
          return put({ ...of(id), parent_id, name: isTaken ? `${name} (2)` : name });
        }),
      ),
    trashDriveFiles: ({ body }: { body: { ids: string[] } }) =>
      change('trash', () => {
        for (const id of body.ids) put({ ...of(id), prop: { ...of(id).prop, trashed_at: AT } });
        return { ok: true };
      }),
    restoreDriveFiles: ({ body }: { body: { ids: string[] } }) =>
      change('restore', () =>
        body.ids.map((id) => {
          const { trashed_at: _gone, trashed_by: _by, ...prop } = of(id).prop;
          return put({ ...of(id), prop });
        }),
      ),
    deleteDriveFiles: ({ body }: { body: { ids?: string[] } }) =>
      change('delete', () => {
        for (const id of body.ids ??
          [...entries.values()].filter((file) => !isKept(file)).map(({ id }) => id)) {
          entries.delete(id);
          journal.push(id);
        }
        return { ok: true };
      }),
    /** A folder is too large for one call, so a job copies it. */
    copyDriveFiles: ({ body }: { body: { ids: string[]; parent_id: string | null } }) =>
      change('copy', () =>
        body.ids.map((id) => {
          const { type, name } = of(id);
          if (type === 'folder') throw new ApiError(413, 'too_large', 'Too many', { entries_max: 2_000 });
          lastId += 1;
          return put(entryOf(`copy-${lastId}`, { name: `${name} (2)`, parent_id: body.parent_id }));
        }),
      ),
    startDriveCopy: ({ body: { ids, parent_id } }: { body: { ids: string[]; parent_id: string | null } }) =>
      change('start copy', () => {
        const [root = ''] = ids;
        const job: DriveCopyJob = {
          ...{
            id: `job-${copies.size}`,
            name: of(root).name,
            chosen: ids.length,
            parent_id,
            state: 'running',
          },
          ...{
            error: null,
            total: 5_000,
            done: 1,
            left_out: 0,
            left_out_first: [],
            made: [],
            created_at: AT,
          },
        };
        copies.set(job.id, job);
        return job;
      }),
    listDriveCopies: async () => ({ data: [...copies.values()].reverse() }),
    cancelDriveCopy: ({ params: { id } }: { params: { id: string } }) =>
      change('cancel copy', () => {
        copies.set(id, { ...(copies.get(id) as DriveCopyJob), state: 'cancelled' });
        return { ok: true };
      }),
    createDriveFolder: ({ body }: { body: { name: string; parent_id?: string | null } }) =>
      change('folder', () => {
        lastId += 1;
        const parent_id = body.parent_id ?? null;
        return put(entryOf(`new-${lastId}`, { name: body.name, type: 'folder', parent_id }));
      }),
  };
  return {
    api: api as unknown as ApiClient,
    calls,
    copies,
    /** Failures of the next calls; with status 0 the change is made, and its answer lost. */
    failures,
    entry: (id: string) => entries.get(id),
    /** Holds back the answers of folder lists until the returned function is called. */
    holdAnswers(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    /** A change by another tab or another person. */
    put,
  };
}
