import { tabOf } from '../../../parts/settings/settings-tabs.ts';
import { useParams } from '../../../router/router.tsx';
import { NewsletterSettings } from '../newsletters/newsletter-settings.tsx';
import { StorageSettings } from './storage-settings.tsx';

/** Newsletters or storage: two pages of the same parts, which are loaded together. */
export function WeightPanel() {
  return tabOf(useParams().tab) === 'newsletters' ? <NewsletterSettings /> : <StorageSettings />;
}
