import type { File } from '@bocau/contract/messages.ts';
import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FileCards } from './file-cards.tsx';

const INFECTED = 'Có mã độc. Đừng mở tệp này.';

beforeAll(() => speak('vi'));

const lineOf = (name: RegExp) =>
  screen.getAllByRole('listitem').find((item) => name.test(item.textContent ?? '')) as HTMLElement;

test('AT-6 an infected file is marked where a message is read, a clean one is not', async () => {
  const file = (name: string, has_virus: boolean): File => ({
    ...{ id: name, uuid: name, name, size: 1024, content_type: 'application/pdf', content_id: null },
    ...{ inlineImage: false, is_office: false, has_virus, drive_file: null },
    message: has_virus ? 'Eicar-Test-Signature' : null,
  });
  const files = [file('bang-ke.pdf', true), file('bao-gia.pdf', false)];
  await renderPart(<FileCards messageId="m1" files={files} />, { signedIn: { enable_drive: false } });
  expect(within(lineOf(/bang-ke/)).getByText(INFECTED)).toBeTruthy();
  expect(lineOf(/bang-ke/).dataset['scan']).toBe('infected');
  expect(within(lineOf(/bao-gia/)).queryByText(INFECTED)).toBeNull();
});
