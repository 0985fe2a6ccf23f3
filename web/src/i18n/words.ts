/** The same keys with any words: what English has to have because Vietnamese has it. */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
