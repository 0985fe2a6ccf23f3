import type { Say } from '../../../i18n/say.ts';
import type { TemplateEntry } from '../../../parts/templates/use-templates.ts';
import type { Option } from './list-options.tsx';

/** A template in a list to choose from. */
export function templateOption(t: Say, { scope, id, name, folder, subject }: TemplateEntry): Option {
  const about = [scope === 'domain' && t('templates.domain'), folder, subject];
  return { key: `${scope}-${id}`, name, about: about.filter(Boolean).join(' · ') };
}
