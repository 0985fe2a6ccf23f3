/** The pages of this language, by their paths. */
export const pages = import.meta.glob<string>('./en/*.md', { query: '?raw', import: 'default', eager: true });
