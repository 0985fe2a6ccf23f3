import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const DEPLOY = join(import.meta.dirname, '../../../deploy');
export const PROMETHEUS = join(DEPLOY, 'prometheus');

/** The Prometheus queries of the alerts and the dashboard. */
export async function monitoringExpressions(): Promise<string[]> {
  const rules = await readFile(join(PROMETHEUS, 'alerts.yml'), 'utf8');
  const dashboard = await readFile(join(DEPLOY, 'grafana/dashboard.json'), 'utf8');
  const drawn = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
    JSON.parse(text),
  );
  return [...[...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text), ...drawn];
}
