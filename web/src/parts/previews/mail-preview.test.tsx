import type { ApiClient } from '@bocau/contract/client.ts';
import type { AttachedMessage, File } from '@bocau/contract/messages.ts';
import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { MailPreview } from './mail-preview.tsx';

beforeEach(() => speak('vi'));

test.each([
  '<frameset><frame src="https://a.example"></frameset><p>Lời chào</p>',
  '<html><frameset rows="*"><noframes>x</noframes></frameset></html>',
])('TD-18 an attached message that is %s is shown as any other', async (body) => {
  const message: Partial<AttachedMessage> = {
    subject: 'Báo giá',
    from: { name: 'Hà', email: 'ha@x.vn' },
    to: [],
    cc: [],
    date: null,
    body,
    body_type: 'html',
    body_clipped: false,
    files: [],
  };
  const api = { openAttachedMessage: async () => ({ data: message }) };
  await renderPart(<MailPreview file={{ id: 'f1', name: 'thu.eml' } as File} />, {
    api: api as unknown as Partial<ApiClient>,
  });
  expect(await screen.findByTitle('Nội dung thư của Hà <ha@x.vn>')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Xem thư gốc' })).toBeNull();
});
