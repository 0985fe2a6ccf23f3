import { fileMail, type MailGiven } from '../file-mail.ts';
import type { NewPerson } from '../new-person.ts';
import { runJobsUntilIdle } from '../run-jobs.ts';
import type { TestServer } from '../start-server.ts';

export type SentFile = { name: string; content: string | Uint8Array; contentType?: string };

/** A message with these files, whose invoices are read then; answers its id. */
export async function receiveFiles(
  server: TestServer,
  person: NewPerson,
  files: SentFile[],
  given: MailGiven = {},
): Promise<string> {
  const attachments = await Promise.all(
    files.map(async ({ name, content, contentType = 'application/octet-stream' }) => {
      const { key, size } = await server.context.blobs.put(Buffer.from(content));
      return { name, contentType, contentId: null, inline: false, size, blob: key, held: null };
    }),
  );
  const id = await fileMail(server.context, person.mailbox, { ...given, attachments });
  await runJobsUntilIdle(server.context);
  return id;
}
