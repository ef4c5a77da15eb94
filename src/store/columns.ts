import type { ColumnType } from 'kysely';

/** A jsonb column: written as JSON text (`JSON.stringify`), read as the value. */
export type JsonColumn<T> = ColumnType<T, string, string>;
/** A column that may be left out, and is null then. */
export type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** A timestamptz column: a Date when read. */
export type Time = ColumnType<Date, Date | string, Date | string>;
