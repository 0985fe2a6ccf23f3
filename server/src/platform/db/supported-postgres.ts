/** The major versions of PostgreSQL that this program is tested with; the embedded one is the highest. */
export const SUPPORTED_POSTGRES = { lowest: 15, highest: 18 };
