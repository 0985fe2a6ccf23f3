import type { WalPart } from '@bocau/server/test-kit/read-wal.ts';

export type Measured = { name: string; acts: number; parts: WalPart[] };

const SHOWN = 24;

/** The cost of each kind of operation, and what its bytes consist of. */
export function summary(measured: Measured[]): string {
  const lines = measured.map(({ name, acts, parts }) => {
    const { bytes, pageBytes } = totals(parts);
    return `${kb(bytes / acts)} KB each, of them ${kb(pageBytes / acts)} KB whole pages: ${name}`;
  });
  return [...lines, ...measured.map(detail)].join('\n');
}

function detail({ name, acts, parts }: Measured): string {
  const byRelation = Map.groupBy(parts, ({ relation, record }) => relation || record);
  const lines = [...byRelation]
    .map(([relation, own]) => ({ relation, ...totals(own) }))
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, SHOWN)
    .map(
      ({ relation, records, bytes, pageBytes }) =>
        `${Math.round(bytes / acts)}`.padStart(8) +
        `${Math.round(pageBytes / acts)}`.padStart(8) +
        `${(records / acts).toFixed(2)}`.padStart(8) +
        `  ${relation}`,
    );
  return [`\n${name}`, '   bytes   pages records', ...lines].join('\n');
}

function totals(parts: WalPart[]): { records: number; bytes: number; pageBytes: number } {
  const sum = (of: (part: WalPart) => number) => parts.reduce((total, part) => total + of(part), 0);
  return { records: sum((p) => p.records), bytes: sum((p) => p.bytes), pageBytes: sum((p) => p.pageBytes) };
}

function kb(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
