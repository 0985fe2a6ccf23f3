import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Failure } from '../failure.ts';
import { withoutHidden } from '../mime/hidden-characters.ts';
import { type FormFile, readForm } from './read-form.ts';

/** So many times what is allowed is read and thrown away: a client that is still sending hears no answer. */
const READ_TO_THE_END = 8;

/** The one file of a form, under the field name `file`, with the fields before it. */
export async function readFormFile(
  request: FastifyRequest,
  mostBytes: number,
): Promise<{ bytes: Buffer; name: string; fields: ReadonlyMap<string, string> }> {
  let bytes: Buffer | null = null;
  let name = '';
  const fields = await readForm(
    request,
    async (file) => {
      if (file.field !== 'file' || bytes !== null) throw unfitForm(file.field, 'is not the one file');
      bytes = await readAtMost(file, mostBytes);
      name = withoutHidden(file.name ?? '').text.replace(/\p{Cc}+/gu, ' ');
    },
    { fileBytes: mostBytes, uploadBytes: READ_TO_THE_END * mostBytes },
  );
  if (bytes === null) throw unfitForm('file', 'is missing');
  return { bytes, name, fields };
}

async function readAtMost({ bytes }: FormFile, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) {
      throw new Failure('too_large', `The file has at most ${most} bytes`, { details: { limit: most } });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function unfitForm(field: string, problem: string): Failure {
  return new Failure('invalid_input', 'Upload one file under the field name file, after its settings', {
    details: { part: 'body', fields: [{ field, problem, rule: 'invalid' }] },
  });
}

/** The settings before a file, as they are meant; refuses the first that is not. */
export function checkFields<T>(form: z.ZodType<T>, fields: Record<string, unknown>): T {
  const { success, data, error } = form.safeParse(fields);
  if (success) return data;
  const [issue] = error.issues;
  throw unfitForm(issue?.path.map(String).join('.') ?? '', issue?.message ?? 'is not valid');
}
