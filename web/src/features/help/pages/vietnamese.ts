/** The pages of this language, by their paths. */
export const pages = import.meta.glob<string>('./vi/*.md', { query: '?raw', import: 'default', eager: true });
