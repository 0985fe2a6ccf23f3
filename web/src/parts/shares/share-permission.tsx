import type { SharePermission } from '@bocau/contract/shares.ts';
import { Radio } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type PermissionProps = { value: SharePermission; onChange(value: SharePermission): void };

/** The permission: to view, or also to edit. */
export function SharePermissionField({ value, onChange }: PermissionProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('shares.permission')}
      value={value}
      onChange={(chosen) => onChange(chosen as SharePermission)}
    >
      <Radio mt={8} value="READ" label={t('shares.read')} />
      <Radio mt={8} value="WRITE" label={t('shares.write')} />
    </Radio.Group>
  );
}
