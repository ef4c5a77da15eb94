import type { ColumnType, InsertType, SelectType, UpdateType } from 'kysely';

/** A jsonb column: written as JSON text (`JSON.stringify`), read as the value. */
export type Json<T> = ColumnType<T, JsonText<T>, JsonText<T>>;
type JsonText<T> = null extends T ? string | null : string;
/** A timestamptz column: read as a Date. */
export type Time = ColumnType<Date, Date | string, Date | string>;
/** A column that an insert may omit: it is then null, or has its default. */
export type Optional<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
