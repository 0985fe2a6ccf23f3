import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ErrorBody } from '@bocau/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './test-kit/start-server.ts';

let server: TestServer;
let built: string;

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'bocau-client-'));
  await mkdir(join(built, 'assets'));
  await writeFile(join(built, 'index.html'), '<!doctype html><title>Bồ Câu</title><script>early();</script>');
  await writeFile(join(built, 'sw.js'), 'void 0;');
  await writeFile(join(built, 'sw.js.br'), brotliCompressSync('void 0;'));
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
      expect(answer.headers.get('content-security-policy')).toContain(
        // That of “early();”, and of nothing else.
        "script-src 'self' 'sha256-+adv7mrf97l2YX0A6IfUnN5WpoX0nonq8Vez1z8YKf4=';",
      );
      expect(answer.headers.get('cache-control')).toBe('no-cache');
    },
  );

  test('TD-18 makes HTML and scripts of text in one place, and in the editor’s library, alone', async () => {
    const policy = (await visit('/')).headers.get('content-security-policy');
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types bocau ProseMirrorClipboard");
  });

  test('is kept by the browser as far as its names change with its content', async () => {
    const script = await visit('/assets/main-abc.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
    expect((await visit('/assets/main-old.js')).status).toBe(404);
  });

  test('lets its service worker fetch what it keeps, compressed or not', async () => {
    for (const encoding of ['br', 'identity']) {
      const worker = await fetch(`${server.baseUrl}/sw.js`, { headers: { 'accept-encoding': encoding } });
      expect(worker.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
      expect(worker.headers.get('cache-control')).toBe('no-cache');
      await worker.arrayBuffer();
    }
  });

  test('is no answer to a call that does not exist', async () => {
    for (const path of ['/api/v2/nothing', '/storage/v1/nothing', '/metrics/x']) {
      const answer = await visit(path);
      const { error } = (await answer.json()) as ErrorBody;
      expect([answer.status, error.code]).toEqual([404, 'not_found']);
    }
    const plain = await fetch(`${server.baseUrl}/folder/INBOX`, { headers: { accept: 'application/json' } });
    expect(plain.status).toBe(404);
  });
});
