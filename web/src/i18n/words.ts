/** The same keys with any texts: English must have every key that Vietnamese has. */
export type Words<T> = { [K in keyof T]: T[K] extends string ? string : Words<T[K]> };
