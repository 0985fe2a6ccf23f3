import { contactColumn, contactImportForm } from '@bocau/contract/contact-imports.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { checkFields, readFormFile } from '../../../platform/http/read-form-file.ts';

const planForm = z.object({
  columns: z.array(contactColumn.nullable()).max(LIMITS.contactImportColumns).optional(),
});

export type ImportForm = z.output<typeof contactImportForm> & { bytes: Buffer };

export async function readPlanForm(request: FastifyRequest) {
  const { bytes, fields } = await readFile(request);
  return { bytes, ...checkFields(planForm, fields) };
}

export async function readImportForm(request: FastifyRequest): Promise<ImportForm> {
  const { bytes, fields } = await readFile(request);
  return { bytes, ...checkFields(contactImportForm, fields) };
}

async function readFile(
  request: FastifyRequest,
): Promise<{ bytes: Buffer; fields: Record<string, unknown> }> {
  const { bytes, fields: given } = await readFormFile(request, LIMITS.contactImportBytes);
  const fields: Record<string, unknown> = Object.fromEntries(given);
  if (typeof fields.columns === 'string') fields.columns = parseJson(fields.columns);
  return { bytes, fields };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
