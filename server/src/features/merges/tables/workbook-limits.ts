/** As `MERGE_LIMITS` has them: the sandbox reads nothing of the contract. */
export const WORKBOOK_LIMITS = { rows: 10_000, columns: 100, cellLength: 4000 } as const;
