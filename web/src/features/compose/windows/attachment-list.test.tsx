import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { ComposeFile } from '../../../model/compose/compose-model.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { AttachmentList } from './attachment-list.tsx';

beforeAll(() => speak('vi'));

const lineOf = (name: RegExp) =>
  screen.getAllByRole('listitem').find((item) => name.test(item.textContent ?? '')) as HTMLElement;

test('AT-6 while one writes, a file says that it is scanned, and then whether it is infected', async () => {
  const base: ComposeFile = {
    ...{ key: '', id: null, name: '', size: 1024, content_type: 'application/pdf', inlineImage: false },
    ...{ uploadState: 'uploaded', uploadedPercent: 100, has_virus: false, message: null, canRetry: false },
  };
  const attachmentFiles: ComposeFile[] = [
    { ...base, key: '1', name: 'nua-duong.pdf', uploadState: 'pending', uploadedPercent: 40 },
    { ...base, key: '2', name: 'cho-quet.pdf', uploadState: 'pending', uploadedPercent: 99 },
    { ...base, key: '3', name: 'bang-ke.pdf', has_virus: true, message: 'Eicar-Test-Signature' },
    { ...base, key: '4', name: 'bao-gia.pdf' },
  ];
  const [open, unsubscribe] = [{ attachmentFiles }, () => undefined];
  const model = { subscribe: () => unsubscribe, window: () => open };
  const compose = { subscribe: () => unsubscribe, model: () => model } as unknown as LazyCompose;
  await renderPart(
    <MantineProvider env="test">
      <ComposeContext value={compose}>
        <AttachmentList id="w1" />
      </ComposeContext>
    </MantineProvider>,
  );
  expect(lineOf(/nua-duong/).textContent).not.toContain('Đang quét');
  expect(lineOf(/cho-quet/).textContent).toContain('Đang quét tệp…');
  expect(lineOf(/bang-ke/).textContent).toContain('Có mã độc. Đừng mở tệp này.');
  expect(lineOf(/bang-ke/).dataset['bad']).toBe('true');
  expect(lineOf(/bao-gia/).textContent).not.toContain('Có mã độc. Đừng mở tệp này.');
});
