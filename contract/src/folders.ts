import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, id } from './fields.ts';
import { LIMITS } from './limits.ts';

export type Folder = {
  id: string;
  name: string;
  /** The whole path, slash-separated: what `in` of the thread list takes. */
  display_name: string;
  parentName: string | null;
  unread_threads: number;
  total_threads: number;
  icon: string;
  system: boolean;
  /** Its place among those beside it, where they were put in an order; others follow by name. */
  position: number | null;
  children: Folder[];
};
export const folder: z.ZodType<Folder> = z.object({
  id,
  name: z.string(),
  display_name: z.string(),
  parentName: z.string().nullable(),
  unread_threads: z.number().int(),
  total_threads: z.number().int(),
  icon: z.string(),
  system: z.boolean(),
  position: z.number().int().nullable(),
  get children() {
    return z.array(folder);
  },
});

const folderName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.folderNameLength)
  .refine((name) => !name.includes('/'), 'no slash');

/** `display_name` is the path of the folder to be, its parents included; without it the folder stands at the top. */
const folderInput = z.object({
  name: folderName,
  display_name: z.string().trim().min(1).max(1000).optional(),
});

export const listFolders = endpoint({
  method: 'GET',
  path: '/api/v2/folders',
  summary: 'All folders as a tree, system folders first',
  access: 'session',
  on: { mailbox: 'read' },
  data: z.array(folder),
  meta: z.object({ starred: z.object({ total_threads: z.number(), unread_threads: z.number() }) }),
  errors: [],
});

export const getFolder = endpoint({
  method: 'GET',
  path: '/api/v2/folders/:id',
  summary: 'One folder',
  access: 'session',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  data: folder,
  errors: ['folder_not_found'],
});

export const getFolderByName = endpoint({
  method: 'GET',
  path: '/api/v2/folder',
  summary: 'One folder by its name or path',
  access: 'session',
  on: { mailbox: 'read' },
  query: z.object({ name: z.string().min(1).max(1000) }),
  data: folder,
  errors: ['folder_not_found'],
});

export const createFolder = endpoint({
  method: 'POST',
  path: '/api/v2/folders',
  summary: 'Make a folder',
  access: 'session',
  on: { mailbox: 'organise' },
  status: 201,
  body: folderInput,
  data: folder,
  errors: ['already_exists', 'folder_not_found', 'folder_not_allowed'],
});

export const updateFolder = endpoint({
  method: 'PATCH',
  path: '/api/v2/folders/:id',
  summary: 'Rename a folder, or move it below another; its subfolders come along',
  access: 'session',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  body: folderInput,
  data: folder,
  errors: ['already_exists', 'folder_not_found', 'folder_is_system', 'folder_not_allowed'],
});

export const placeFolder = endpoint({
  method: 'POST',
  path: '/api/v2/folder/place',
  summary:
    'Move a folder below another or to the top, and give it its place there; its subfolders come along',
  access: 'session',
  on: { mailbox: 'organise' },
  body: z.object({
    folder_id: id,
    /** Null for the top. */
    parent_id: id.nullable(),
    /** The folder that it then stands before, null for the end; without it the names say where it stands. */
    before_id: id.nullable().optional(),
  }),
  data: folder,
  errors: ['already_exists', 'folder_not_found', 'folder_is_system', 'folder_not_allowed'],
});

export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/api/v2/folders/:id',
  summary: 'Delete an empty folder',
  access: 'session',
  on: { mailbox: 'organise' },
  params: z.object({ id }),
  data: done,
  errors: ['folder_not_found', 'folder_not_empty', 'folder_is_system'],
});

export const forceDeleteFolder = endpoint({
  method: 'POST',
  path: '/api/v2/folder/force-delete',
  summary: 'Delete a folder with its subfolders; the mail goes to another folder, or for good',
  access: 'session',
  on: { mailbox: 'organise' },
  body: z.object({ folder_id: id, to_folder_id: id.optional() }),
  data: done,
  errors: ['folder_not_found', 'folder_is_system', 'folder_not_allowed'],
});

export const getFolderUnreads = endpoint({
  method: 'GET',
  path: '/api/v2/folder/unreads/:id',
  summary: 'How many threads of a folder are unread',
  access: 'session',
  on: { mailbox: 'read' },
  params: z.object({ id }),
  data: z.object({ unread_threads: z.number().int(), total_threads: z.number().int() }),
  errors: ['folder_not_found'],
});

export const markFolder = endpoint({
  method: 'POST',
  path: '/api/v2/folder/reads',
  summary: 'Mark every thread of a folder read or unread, as a bulk job',
  access: 'verified',
  on: { mailbox: 'organise' },
  status: 202,
  body: z.object({
    folder_id: id,
    is_read: z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean),
  }),
  data: z.object({ id }),
  errors: ['folder_not_found'],
});
