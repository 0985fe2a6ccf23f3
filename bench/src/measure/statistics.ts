export type Spread = { p50: number; p95: number };

export function quantile(values: number[], part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return quantile(values, 0.5);
}

export function spread(values: number[]): Spread {
  return { p50: quantile(values, 0.5), p95: quantile(values, 0.95) };
}
