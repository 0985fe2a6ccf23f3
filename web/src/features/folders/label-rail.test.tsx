import type { Label } from '@bocau/contract/labels.ts';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { MailModelContext } from '../../parts/mailbox/use-mailbox.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { LabelRail } from './label-rail.tsx';

beforeAll(() => speak('vi'));

function label(name: string, given: Partial<Label> = {}): Label {
  return {
    ...{ id: name, name, color: 'teal', position: null, keyword: name, hidden: false, total: 1, unread: 0 },
    ...given,
  };
}

test('LB-18 the collapsed sidebar has the labels of the top level, with what is unread below them', async () => {
  const labels = [
    label('Khách hàng'),
    label('Khách hàng/Minh Phát', { unread: 3 }),
    label('Trống', { hidden: true, total: 0 }),
  ];
  const model = { subscribe: () => () => undefined, labels: () => labels } as Partial<MailModel>;
  await renderPart(
    <MailModelContext value={model as MailModel}>
      <LabelRail />
    </MailModelContext>,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('aria-label'))).toEqual(['Khách hàng, 3 chưa đọc']);
  expect(links[0]?.getAttribute('href')).toContain(encodeURIComponent('Khách hàng'));
});
