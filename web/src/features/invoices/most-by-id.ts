/** The ids of more would not fit into an address. */
export const MOST_BY_ID = 200;
