import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id, queryFlag, queryNumber, unixSeconds } from './fields.ts';
import { LIMITS } from './limits.ts';

/** A file or folder of a drive (DV-9). */
export const driveFile = z.object({
  id,
  fileid: id,
  name: z.string(),
  /** The path, from the top of its drive: `/Hợp đồng/2026/báo giá.xlsx`. Of what others share, from what is shared. */
  display_name: z.string(),
  type: z.enum(['folder', 'file']),
  /** Left out for a folder. */
  content_type: z.string().optional(),
  /** 0 for a folder. */
  size: z.number().int(),
  /** Where its bytes are, or the page of the folder. */
  href: z.string(),
  /** The folder that holds it; null at the top. */
  parent_id: id.nullable(),
  owner: z.string(),
  owner_display_name: z.string(),
  created_at: unixSeconds,
  last_modified: unixSeconds,
  prop: z.object({
    favorite: z.boolean(),
    /** The owner has shared it with somebody. */
    shared: z.boolean(),
    /** Of what others share with the caller, in the list of that: since when. */
    shared_at: unixSeconds.optional(),
    /** What the caller may do with it. */
    permission: z.enum(['OWNER', 'WRITE', 'READ']),
    /** Of the latest version; left out for a folder. */
    version_id: id.optional(),
    has_virus: z.boolean().optional(),
    /** Only in the trash. */
    trashed_at: unixSeconds.optional(),
    /** Only in the trash: who put it there, where it was not the owner. */
    trashed_by: z.string().optional(),
    /** Of a hit of the search: what was looked for stands in its text, and not in its name. */
    found_in: z.literal('text').optional(),
  }),
});
export type DriveFile = z.infer<typeof driveFile>;

/** A folder as a step of a path. */
export const driveStep = z.object({ id, name: z.string() });
export type DriveStep = z.infer<typeof driveStep>;

export const DRIVE_SORTS = ['name', 'size', 'last_modified', 'created_at'] as const;
export const driveSort = z.enum(DRIVE_SORTS);
export type DriveSort = z.infer<typeof driveSort>;

export const onConflict = z.enum(['rename', 'replace', 'fail']);
export type OnConflict = z.infer<typeof onConflict>;

const page = { limit: queryNumber.optional(), cursor: z.string().max(1024).optional() };
const driveIds = z.array(id).min(1).max(LIMITS.idsPerCall);
const listed = z.array(driveFile);
const listMeta = z.object({ next_cursor: z.string().nullable() });

export const listDriveFiles = endpoint({
  method: 'GET',
  path: '/storage/v1/files',
  summary:
    'What a folder holds, folders first; sorted by created_at without a folder: the newest files of the drive',
  access: 'session',
  on: 'person',
  query: z.object({
    ...page,
    path: z.string().max(LIMITS.drivePathBytes).optional(),
    folder_id: id.optional(),
    sort: driveSort.optional(),
    descending: queryFlag.optional(),
  }),
  data: listed,
  meta: listMeta.extend({
    /** The folders above and the folder itself, from the top; empty at the top and for the newest. */
    breadcrumb: z.array(driveStep),
    permission: z.enum(['OWNER', 'WRITE', 'READ']),
    total: z.number().int().nullable(),
  }),
  errors: ['file_not_found', 'drive_disabled', 'invalid_cursor'],
});

export const getDriveFile = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id',
  summary: 'A file or folder',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: driveFile.extend({ breadcrumb: z.array(driveStep) }),
  errors: ['file_not_found', 'drive_disabled'],
});

export const listFavorites = endpoint({
  method: 'GET',
  path: '/storage/v1/favorites',
  summary: 'Favourite files and folders',
  access: 'session',
  on: 'person',
  query: z.object(page),
  data: listed,
  meta: listMeta,
  errors: ['drive_disabled', 'invalid_cursor'],
});

export const listDriveTrash = endpoint({
  method: 'GET',
  path: '/storage/v1/trash',
  summary: 'What lies in the trash, the latest first',
  access: 'session',
  on: 'person',
  query: z.object(page),
  data: listed,
  meta: listMeta,
  errors: ['drive_disabled', 'invalid_cursor'],
});

export const searchDrive = endpoint({
  method: 'GET',
  path: '/storage/v1/search',
  summary: 'Files and folders by words of their names, with or without accents, and by words of their text',
  access: 'session',
  on: 'person',
  query: z.object({ ...page, display_name: z.string().max(LIMITS.searchTextLength) }),
  data: listed,
  meta: listMeta,
  errors: ['drive_disabled', 'invalid_cursor'],
});

export const createDriveFolder = endpoint({
  method: 'POST',
  path: '/storage/v1/folders',
  summary: 'Create a folder',
  access: 'session',
  on: 'person',
  body: z.object({
    name: z.string().max(1000),
    /** Left out: at the top. */
    parent_id: id.nullable().optional(),
    on_conflict: onConflict.optional(),
  }),
  data: driveFile,
  status: 201,
  errors: ['file_not_found', 'drive_disabled', 'file_name_invalid', 'already_exists', 'drive_too_deep'],
});

export const renameDriveFile = endpoint({
  method: 'PATCH',
  path: '/storage/v1/files/:id',
  summary: 'Rename a file or folder, or mark it as a favourite',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  body: z.object({ name: z.string().max(1000).optional(), favorite: z.boolean().optional() }),
  data: driveFile,
  errors: ['file_not_found', 'drive_disabled', 'file_name_invalid', 'file_not_allowed', 'already_exists'],
});

const toFolder = z.object({ ids: driveIds, parent_id: id.nullable(), on_conflict: onConflict.optional() });

export const moveDriveFiles = endpoint({
  method: 'POST',
  path: '/storage/v1/files/move',
  summary: 'Move files and folders into a folder',
  access: 'session',
  on: 'person',
  body: toFolder,
  data: listed,
  errors: [
    'file_not_found',
    'drive_disabled',
    'already_exists',
    'file_locked',
    'folder_into_itself',
    'drive_too_deep',
  ],
});

export const copyDriveFiles = endpoint({
  method: 'POST',
  path: '/storage/v1/files/copy',
  summary: 'Copy files and folders into a folder; no bytes are copied',
  access: 'session',
  on: 'person',
  body: toFolder,
  data: listed,
  errors: [
    'file_not_found',
    'drive_disabled',
    'already_exists',
    'file_locked',
    'folder_into_itself',
    'drive_too_deep',
    'drive_full',
    'too_large',
  ],
});

export const trashDriveFiles = endpoint({
  method: 'POST',
  path: '/storage/v1/files/trash',
  summary:
    'Put files and folders into the trash, from where they go after 30 days; what others share with the caller by itself is left instead',
  access: 'session',
  on: 'person',
  body: z.object({ ids: driveIds }),
  data: done,
  errors: ['file_not_found', 'drive_disabled', 'file_locked'],
});

export const restoreDriveFiles = endpoint({
  method: 'POST',
  path: '/storage/v1/files/restore',
  summary:
    'Put files and folders back from the trash to where they were, or to the top where that is gone; takes up again what the caller has left',
  access: 'session',
  on: 'person',
  body: z.object({ ids: driveIds }),
  data: listed,
  errors: ['file_not_found', 'drive_disabled'],
});

export const deleteDriveFiles = endpoint({
  method: 'POST',
  path: '/storage/v1/files/delete',
  summary: 'Delete files and folders that lie in the trash for good; without ids, all of it',
  access: 'session',
  on: 'person',
  // Without them everything goes: a misspelt field must not mean that.
  body: z.strictObject({ ids: driveIds.optional() }),
  data: done,
  errors: ['file_not_found', 'drive_disabled'],
});

export const driveVersion = z.object({
  id,
  size: z.number().int(),
  created_at: unixSeconds,
  /** Who wrote it: a name, else an address. */
  author: z.string(),
  current: z.boolean(),
  href: z.string(),
});
export type DriveVersion = z.infer<typeof driveVersion>;

export const listVersions = endpoint({
  method: 'GET',
  path: '/storage/v1/files/:id/versions',
  summary: 'The versions of a file, the latest first',
  access: 'session',
  on: 'person',
  params: z.object({ id }),
  data: z.array(driveVersion),
  errors: ['file_not_found', 'drive_disabled'],
});

export const restoreVersion = endpoint({
  method: 'POST',
  path: '/storage/v1/files/:id/versions/:version/restore',
  summary: 'Make an older version the latest again; the others stay',
  access: 'session',
  on: 'person',
  params: z.object({ id, version: id }),
  data: driveFile,
  errors: ['file_not_found', 'drive_disabled', 'drive_full', 'file_locked'],
});

export const getDriveUsage = endpoint({
  method: 'GET',
  path: '/storage/v1/usage',
  summary: 'How much of the drive is used',
  access: 'session',
  on: 'person',
  data: z.object({
    used_bytes: z.number().int(),
    /** What uploads that have begun will need. */
    reserved_bytes: z.number().int(),
    quota_bytes: z.number().int(),
  }),
  errors: ['drive_disabled'],
});

export const findFreeName = endpoint({
  method: 'GET',
  path: '/storage/v1/file/next_path',
  summary: 'The path that a file of this name would get in a folder',
  access: 'session',
  on: 'person',
  query: z.object({ filename: z.string().max(1000), path: z.string().max(LIMITS.drivePathBytes).optional() }),
  data: z.object({ next_path_naive: z.string() }),
  errors: ['file_not_found', 'drive_disabled', 'file_name_invalid'],
});
