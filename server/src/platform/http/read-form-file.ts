import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { type FormFile, readForm } from './read-form.ts';

/** The one file of a form, under the field name `file`, with the fields before it. */
export async function readFormFile(
  request: FastifyRequest,
  mostBytes: number,
): Promise<{ bytes: Buffer; fields: ReadonlyMap<string, string> }> {
  let bytes: Buffer | null = null;
  const fields = await readForm(
    request,
    async (file) => {
      if (file.field !== 'file' || bytes !== null) throw unfitForm(file.field, 'is not the one file');
      bytes = await readAtMost(file, mostBytes);
    },
    { fileBytes: mostBytes, uploadBytes: mostBytes },
  );
  if (bytes === null) throw unfitForm('file', 'is missing');
  return { bytes, fields };
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

export function unfitForm(field: string, problem: string): Failure {
  return new Failure('invalid_input', 'Upload one file under the field name file, after its settings', {
    details: { part: 'body', fields: [{ field, problem, rule: 'invalid' }] },
  });
}
