import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorBody } from '@bocau/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

let server: TestServer;
let built: string;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'bocau-client-'));
  await mkdir(join(built, 'assets'));
  await writeFile(join(built, 'index.html'), '<!doctype html><title>Bồ Câu</title>');
  await writeFile(join(built, 'assets/main-abc.js'), 'void 0;');
  server = await startTestServer({ webClient: built });
});
afterAll(async () => {
  await server.close();
  await rm(built, { recursive: true });
});

function visit(path: string) {
  return fetch(server.baseUrl + path, { headers: { accept: 'text/html,*/*' } });
}

describe('the web client', () => {
  test.each(['/', '/folder/INBOX', '/folder/Kh%C3%A1ch%20h%C3%A0ng%2FMinh%20Ph%C3%A1t/123', '/whatever'])(
    'RT-11 is the page at %s',
    async (path) => {
      const answer = await visit(path);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('<title>Bồ Câu</title>');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self';");
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('is kept by the browser as far as its names change with its content', async () => {
    const script = await visit('/assets/main-abc.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect((await visit('/assets/main-old.js')).status).toBe(404);
  });

  test('is no answer to a call that does not exist', async () => {
    for (const path of ['/api/v2/nothing', '/storage/v1/files', '/metrics/x']) {
      const answer = await visit(path);
      const { error } = (await answer.json()) as ErrorBody;
      expect([answer.status, error.code]).toEqual([404, 'not_found']);
    }
    const plain = await fetch(`${server.baseUrl}/folder/INBOX`, { headers: { accept: 'application/json' } });
    expect(plain.status).toBe(404);
  });
});
