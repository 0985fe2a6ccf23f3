import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { escapeHtml } from '@bocau/server/demo-world/message-body.ts';

const DISCOVERY = `<wopi-discovery><net-zone name="external-http"><app name="all">
  <action ext="docx" name="edit" urlsrc="http://office.invalid/edit?"/>
</app></net-zone></wopi-discovery>`;

/**
 * Stands in for an office server: a page that receives the access token by a form, as Collabora Online does,
 * and edits any document as text. It calls the program by WOPI without signing its requests, and keeps its
 * lock until the program exits.
 */
export async function startOffice(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    answer(request).then(
      (page) => response.end(page),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://office.invalid');
  if (pathname === '/hosting/discovery') return DISCOVERY;
  const form = new URLSearchParams(await text(request));
  const source = searchParams.get('WOPISrc') ?? '';
  const token = form.get('access_token') ?? '';
  const written = form.get('text');
  if (written === null) await wopi(source, token, 'LOCK');
  else await wopi(`${source}/contents`, token, 'PUT', written);
  const info = (await (await wopi(source, token)).json()) as { BaseFileName: string };
  return pageOf(info.BaseFileName, {
    source,
    token,
    content: await (await wopi(`${source}/contents`, token)).text(),
    isSaved: written !== null,
  });
}

async function wopi(address: string, token: string, override?: string, body?: string): Promise<Response> {
  const answered = await fetch(`${address}?access_token=${encodeURIComponent(token)}`, {
    method: override === undefined ? 'GET' : 'POST',
    headers: override === undefined ? {} : { 'x-wopi-override': override, 'x-wopi-lock': 'journey' },
    body: body ?? null,
  });
  if (!answered.ok) throw new Error(`${override ?? 'GET'} was answered ${answered.status}`);
  return answered;
}

type Opened = { source: string; token: string; content: string; isSaved: boolean };

function pageOf(name: string, { source, token, content, isSaved }: Opened): string {
  // A document that this editor has not saved yet is a zip archive.
  const shown = content.startsWith('PK') ? '' : content;
  return `<!doctype html><html lang="en"><title>Office</title><h1>${escapeHtml(name)}</h1>
    <form method="post" action="/edit?WOPISrc=${encodeURIComponent(source)}">
      <input type="hidden" name="access_token" value="${escapeHtml(token)}">
      <textarea name="text" aria-label="Document">${escapeHtml(shown)}</textarea>
      <button>Save</button>
    </form>
    <p role="status">${isSaved ? 'Saved' : 'Opened'}</p></html>`;
}
