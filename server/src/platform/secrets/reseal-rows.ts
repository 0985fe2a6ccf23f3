import type { SecretBox } from './secret-box.ts';

type Kind<Row, Secret> = {
  sealed(row: Row): Buffer;
  /** Null when no key opens it. */
  open(row: Row): Secret | null;
  write(row: Row, secret: Secret): Promise<void>;
};

/**
 * Re-encrypts with the current key what another one encrypted (key rotation); what no key opens stays
 * unchanged.
 */
export async function resealRows<Row, Secret>(
  secrets: SecretBox,
  rows: readonly Row[],
  { sealed, open, write }: Kind<Row, Secret>,
): Promise<{ count: number; unopened: Row[] }> {
  const resealed = { count: 0, unopened: [] as Row[] };
  for (const row of rows) {
    if (secrets.isCurrent(sealed(row))) continue;
    const secret = open(row);
    if (secret === null) {
      resealed.unopened.push(row);
      continue;
    }
    await write(row, secret);
    resealed.count += 1;
  }
  return resealed;
}
