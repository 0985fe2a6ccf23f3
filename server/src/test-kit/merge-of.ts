import type { DraftInput } from '@bocau/contract/drafts.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { NewPerson } from './new-person.ts';
import { writeDraft } from './write-mail.ts';

/** The merges of a person, as their client has them. */
export function mergesOf({ client, ...person }: NewPerson) {
  return {
    write: (given: DraftInput = {}): Promise<Message> =>
      writeDraft({ client, ...person }, [], {
        ...{ subject: 'Báo giá cho {công ty}', body: '<p>Chào {Tên}, tổng là {Số tiền}.</p>' },
        ...given,
      }),

    /** A table of a draft, with the name of its file. */
    async upload(draft: Message, table: string | Buffer, name = 'khach.csv'): Promise<Merge> {
      const form = new FormData();
      form.set('file', new File([typeof table === 'string' ? table : new Uint8Array(table)], name));
      return (await client.uploadMergeTable({ query: { draft_id: draft.id }, form })).data;
    },

    async addFiles({ id }: Merge, files: Record<string, string>): Promise<void> {
      const form = new FormData();
      for (const [name, text] of Object.entries(files)) form.append('file', new File([text], name));
      await client.addMergeFiles({ params: { id }, form });
    },

    change: async ({ id }: Merge, body: Parameters<typeof client.changeMerge>[0]['body']) =>
      (await client.changeMerge({ params: { id }, body })).data,
    changeRow: async (
      { id }: Merge,
      row: number,
      body: Parameters<typeof client.changeMergeRow>[0]['body'],
    ) => (await client.changeMergeRow({ params: { id, row: String(row) }, body })).data,
    check: async ({ id }: Merge) => (await client.checkMerge({ params: { id } })).data,
    preview: async ({ id }: Merge, row: number) =>
      (await client.previewMerge({ params: { id, row: String(row) } })).data,
    start: async (
      { id }: Merge,
      given: Partial<Omit<Parameters<typeof client.startMerge>[0]['body'], 'expected'>> = {},
    ) => (await client.startMerge({ params: { id }, body: { expected: true, ...given } })).data,
    act: async ({ id }: Merge, act: 'pause' | 'resume' | 'stop' | 'undo') =>
      (await client.controlMerge({ params: { id }, body: { act } })).data,
    again: async ({ id }: Merge) => (await client.mergeAgain({ params: { id } })).data,
    show: async ({ id }: Merge) => (await client.getMerge({ params: { id } })).data,
    rows: async ({ id }: Merge, query: Parameters<typeof client.listMergeRows>[0]['query'] = {}) =>
      (await client.listMergeRows({ params: { id }, query })).data,
  };
}
