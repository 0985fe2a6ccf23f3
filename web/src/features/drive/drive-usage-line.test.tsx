import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { drive } from '../../i18n/vi/drive.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import { DriveModelContext } from '../../parts/drive/use-drive.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { DriveUsageLine } from './drive-usage-line.tsx';

const USED = { used: 1024 ** 2, reserved: 0, quota: 1024 ** 3 };
const model = { subscribe: () => () => undefined, usage: () => USED } as Partial<DriveModel>;

test.each([true, false])(
  'what drive and mailbox use is reached without a pointer: narrow %s',
  async (narrow) => {
    learnWords('vi', { drive });
    speak('vi');
    await renderPart(
      <DriveModelContext value={model as DriveModel}>
        <DriveUsageLine narrow={narrow} />
      </DriveModelContext>,
    );
    const line = screen.getByText(/^Đã dùng 1,0 MB \/ 1,0 GB/);
    if (narrow) expect(line.textContent).toContain('Hộp thư: ');
    else {
      const holder = line.parentElement as HTMLElement;
      holder.focus();
      expect(document.activeElement).toBe(holder);
      expect(holder.getAttribute('aria-description')).toContain('Hộp thư: ');
    }
  },
);
