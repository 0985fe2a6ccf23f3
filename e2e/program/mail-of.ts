import { createApiClient } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { lanAnh, type Person } from '@bocau/server/demo-world/people.ts';
import { deliver } from './deliver.ts';
import type { Program } from './start-program.ts';

/** Folders of messages written by the user, as opposed to received ones. */
const WRITTEN = ['Sent', 'Drafts'];

/** Reads and changes the mailbox through the API, independently of the browser. */
export async function mailOf(
  program: Pick<Program, 'baseUrl' | 'smtpPort'>,
  person: Pick<Person, 'email' | 'password'> & { code?: string } = lanAnh,
) {
  const api = createApiClient({ baseUrl: program.baseUrl, fetch, token: null });
  const { email, password, code } = person;
  const { data } = await api.login({ body: { email, password, ...(code && { code }) } });
  api.setToken(data.token);

  async function folderAt(path: string) {
    const { data: folders } = await api.listFolders({});
    return folders.find((folder) => folder.display_name === path);
  }

  async function rowsOf(subject: string) {
    const { data: folders } = await api.listFolders({});
    const found: { folder: string; starred: boolean; id: string }[] = [];
    for (const path of pathsOf(folders)) {
      const { data: threads } = await api.listThreads({ query: { in: path, limit: '100' } });
      for (const thread of threads) {
        if (thread.subject === subject) found.push({ folder: path, starred: thread.starred, id: thread.id });
      }
    }
    return found;
  }

  return {
    api,
    deliver: (subject: string, html?: string) =>
      deliver(program, { subject, to: person.email, ...(html ? { html } : {}) }),
    /** Without the undo delay, messages are sent immediately. */
    delaySending: (value: boolean) => api.saveSettings({ body: [{ key: 'enable_delay_send', value }] }),
    unreadIn: async (path: string) => (await folderAt(path))?.unread_threads ?? 0,
    totalIn: async (path: string) => (await folderAt(path))?.total_threads ?? 0,
    folderOf: async (subject: string) => (await rowsOf(subject)).map(({ folder }) => folder),
    /**
     * The folders of received messages only: the user's own replies stay in Sent when their thread is moved.
     */
    folderOfReceived: async (subject: string) =>
      (await rowsOf(subject)).map(({ folder }) => folder).filter((folder) => !WRITTEN.includes(folder)),
    isStarred: async (subject: string) => (await rowsOf(subject)).some(({ starred }) => starred),
  };
}

function pathsOf(folders: readonly Folder[]): string[] {
  return folders.flatMap((folder) => [folder.display_name, ...pathsOf(folder.children)]);
}
