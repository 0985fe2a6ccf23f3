import type { FastifyInstance } from 'fastify';
import { html, sendPage } from './platform/http/html-page.ts';

const body = html`
  <h1>Bồ Câu</h1>
  <p>Đây là máy chủ thư điện tử Bồ Câu. Bản dựng này chưa có giao diện web; bạn có thể dùng API.</p>
  <p lang="en">This is a Bồ Câu mail server. This build does not include the web client; you can use the API.</p>
  <ul>
    <li><a href="/api/docs">/api/docs</a> – tài liệu API · <span lang="en">API documentation</span></li>
  </ul>`;

/** What stands at the root while no web client is built. */
export function bindFrontPage(app: FastifyInstance): void {
  app.get('/', async (_request, reply) => sendPage(reply, { lang: 'vi', title: 'Bồ Câu', body }));
}
