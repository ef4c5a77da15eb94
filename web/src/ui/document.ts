/** A list or an object of JSON. */
export type Document = readonly unknown[] | object;

export const isDocument = (value: unknown): value is Document => typeof value === 'object' && value !== null;
