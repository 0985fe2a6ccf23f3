import { contactColumn, contactImportForm } from '@bocau/contract/contact-imports.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Failure } from '../../../platform/failure.ts';
import { type FormFile, readForm } from '../../../platform/http/read-form.ts';

const FORM_LIMITS = { fileBytes: LIMITS.contactImportBytes, uploadBytes: LIMITS.contactImportBytes };
const planForm = z.object({
  columns: z.array(contactColumn.nullable()).max(LIMITS.contactImportColumns).optional(),
});

export type ImportForm = z.output<typeof contactImportForm> & { bytes: Buffer };

export async function readPlanForm(request: FastifyRequest) {
  const { bytes, fields } = await readFile(request);
  return { bytes, ...check(planForm, fields) };
}

export async function readImportForm(request: FastifyRequest): Promise<ImportForm> {
  const { bytes, fields } = await readFile(request);
  return { bytes, ...check(contactImportForm, fields) };
}

async function readFile(
  request: FastifyRequest,
): Promise<{ bytes: Buffer; fields: Record<string, unknown> }> {
  let bytes: Buffer | null = null;
  const given = await readForm(
    request,
    async (file) => {
      if (file.field !== 'file' || bytes !== null) throw invalid(file.field, 'is not the one file');
      bytes = await readAtMost(file);
    },
    FORM_LIMITS,
  );
  if (bytes === null) throw invalid('file', 'is missing');
  const fields: Record<string, unknown> = Object.fromEntries(given);
  if (typeof fields.columns === 'string') fields.columns = parseJson(fields.columns);
  return { bytes, fields };
}

async function readAtMost({ bytes }: FormFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > LIMITS.contactImportBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function check<T>(form: z.ZodType<T>, fields: Record<string, unknown>): T {
  const { success, data, error } = form.safeParse(fields);
  if (success) return data;
  const [issue] = error.issues;
  throw invalid(issue?.path.map(String).join('.') ?? '', issue?.message ?? 'is not valid');
}

function tooLarge(): Failure {
  return new Failure('too_large', `A file has at most ${LIMITS.contactImportBytes} bytes`, {
    details: { limit: LIMITS.contactImportBytes },
  });
}

function invalid(field: string, problem: string): Failure {
  return new Failure('invalid_input', 'Upload one file under the field name file, after its settings', {
    details: { part: 'body', fields: [{ field, problem, rule: 'invalid' }] },
  });
}
