import type { Domain } from '@bocau/contract/admin-domains.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DomainSuspension } from './domain-suspension.tsx';

let reads = 0;

function Log() {
  useQuery({
    queryKey: ['audit-log', {}, null],
    queryFn: async () => {
      reads += 1;
      return reads;
    },
  });
  return null;
}

test('AU-5 a domain that is resumed stands in the log at once', async () => {
  await speak('vi');
  learnWords('vi', { admin });
  const domain = { name: 'saomai.example', active: false, suspended_reason: 'x' } as Domain;
  const api = { changeDomain: async () => ({ data: domain }) };
  const { user } = await renderPart(
    <>
      <Log />
      <DomainSuspension domain={domain} onChanged={async () => undefined} />
    </>,
    { api: api as never },
  );
  await expect.poll(() => reads).toBe(1);
  await user.click(screen.getByRole('button', { name: admin.suspension.resume }));
  await expect.poll(() => reads).toBe(2);
});
