export type Finding = { level: 'ok' | 'warn' | 'fail'; subject: string; text: string };

export function ok(subject: string, text: string): Finding {
  return { level: 'ok', subject, text };
}

export function warn(subject: string, text: string): Finding {
  return { level: 'warn', subject, text };
}

export function fail(subject: string, text: string): Finding {
  return { level: 'fail', subject, text };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
