import type { ListedDomainTemplate } from '@bocau/contract/domain-templates.ts';
import { DOMAIN_IMAGES } from '@bocau/contract/template-limits.ts';
import type { ListedTemplate } from '@bocau/contract/templates.ts';
import { useApi } from '../mailbox/use-api.ts';
import { useQueries, useQuery } from '../queries/use-query.ts';

/** Of the mailbox, or of the whole domain. */
export type TemplateScope = 'own' | 'domain';
export type TemplateEntry = Pick<
  ListedTemplate,
  'id' | 'name' | 'folder' | 'subject' | 'fields' | 'updated_at'
> & {
  scope: TemplateScope;
  /** 0 for templates of the domain, which are not counted. */
  uses: number;
  /** Who changed it last; null for an own one. */
  updatedBy: string | null;
};

const KEYS = { own: ['templates'], domain: ['domain-templates'] } as const;

const ownEntry = (one: ListedTemplate): TemplateEntry => ({ ...one, scope: 'own', updatedBy: null });
const domainEntry = (one: ListedDomainTemplate): TemplateEntry => ({
  ...one,
  ...{ scope: 'domain', uses: 0, updatedBy: one.updated_by },
});

/** The templates of the mailbox and those of the domain; once loaded, they are at hand as long as the page is open. */
export function useTemplates() {
  const api = useApi();
  const own = useQuery({
    queryKey: KEYS.own,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await api.listTemplates({})).data.map(ownEntry),
  });
  const domain = useQuery({
    queryKey: KEYS.domain,
    gcTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const { data, meta } = await api.listDomainTemplates({});
      return { entries: data.map(domainEntry), ...meta };
    },
  });
  return { own, domain };
}

/** Asks for the lists again, after a change of one. */
export function useRefreshTemplates(): () => Promise<void> {
  const queries = useQueries();
  return async () => {
    await Promise.all(Object.values(KEYS).map((queryKey) => queries.invalidateQueries({ queryKey })));
  };
}

/** A template with its text. */
export function useLoadTemplate() {
  const api = useApi();
  return async ({ scope, id }: Pick<TemplateEntry, 'scope' | 'id'>) =>
    scope === 'own'
      ? (await api.getTemplate({ params: { id } })).data
      : (await api.getDomainTemplate({ params: { id } })).data;
}

/** TE-16: a template for a text of the mailbox, whose files the images of the domain are copied to. */
export function useTakeTemplate(): ReturnType<typeof useLoadTemplate> {
  const api = useApi();
  const load = useLoadTemplate();
  return async (entry) => {
    const template = await load(entry);
    if (entry.scope === 'own' || !template.html.includes(DOMAIN_IMAGES)) return template;
    const { data } = await api.takeDomainTemplate({ params: { id: entry.id } });
    return { ...template, html: data.html };
  };
}
