import type { NewPerson } from './new-person.ts';
import type { startOfficeServer } from './office-server.ts';
import type { TestServer } from './start-server.ts';

export type Editor = { id: string; token: string };
type Given = { body?: string | Buffer<ArrayBuffer>; proof?: boolean; method?: 'GET' | 'POST' };

export const lock = (value: string, old?: string) => ({
  'x-wopi-lock': value,
  ...(old === undefined ? {} : { 'x-wopi-oldlock': old }),
});

/** A person with files, and the office server that calls us for them. */
export function createWopiClient(
  server: Pick<TestServer, 'baseUrl' | 'clock' | 'context'>,
  office: Awaited<ReturnType<typeof startOfficeServer>>,
  an: NewPerson,
) {
  let uploads = 0;

  async function upload(
    name: string,
    bytes: string | Buffer<ArrayBuffer> = 'bản một',
    person = an,
    folder?: string,
  ): Promise<string> {
    const form = new FormData();
    if (folder !== undefined) form.set('parent_id', folder);
    form.set('file', new File([bytes], name));
    const { data } = await person.client.uploadDriveFile({ form });
    return data[0]?.id as string;
  }

  /** A new file, opened for editing. */
  async function open(
    bytes?: string | Buffer<ArrayBuffer>,
    name = `báo giá ${uploads}.docx`,
    folder?: string,
  ): Promise<Editor> {
    uploads += 1;
    const id = await upload(name, bytes, an, folder);
    const { data } = await an.client.openInOffice({ params: { id }, body: {} });
    // Its versions differ by their seconds.
    server.clock.pass(1_000);
    return { id, token: data.access_token as string };
  }

  async function wopi(
    { id, token }: Editor,
    override: string | null,
    headers: Record<string, string> = {},
    { body, proof = true, method = override === null ? 'GET' : 'POST' }: Given = {},
  ) {
    const contents = override === 'PUT' || override === 'GET_FILE' ? '/contents' : '';
    const path = `/wopi/files/${id}${contents}?access_token=${encodeURIComponent(token)}`;
    const answer = await fetch(server.baseUrl + path, {
      method: override === 'GET_FILE' ? 'GET' : method,
      headers: {
        ...(override === null || override === 'GET_FILE' ? {} : { 'x-wopi-override': override }),
        ...(proof ? office.proofOf(path, token, server.clock) : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status, headers: answered } = answer;
    return { status, headers: answered, bytes, text: bytes.toString(), lock: answered.get('x-wopi-lock') };
  }

  const versionsOf = (id: string) =>
    server.context.db
      .selectFrom('drive_versions')
      .select(['id', 'size', 'source', 'author', 'created_at'])
      .where('mailbox_id', '=', an.mailbox)
      .where('entry_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();

  return { upload, open, wopi, versionsOf };
}
