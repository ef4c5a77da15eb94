import { Type, type Static, type TSchema, type TUnsafe } from 'typebox';
import { ERROR_ANSWERS, ErrorBody, type ErrorStatus } from './errors.ts';

/** `schema` or null. */
export const Nullable = <T extends TSchema>(schema: T, options: { examples?: unknown[] } = {}) =>
  Type.Union([schema, Type.Null()], options);

/** The same for what is sent to us: one type with null in it, so that a value that does not fit has one reason and not three. */
export const OrNull = <T extends TSchema & { type: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'] });

/** The same for one of some words. */
export function WordOrNull<T extends string>(schema: TUnsafe<T>) {
  const { enum: words } = schema as unknown as { enum: readonly T[] };
  return Type.Unsafe<T | null>({ ...schema, type: ['string', 'null'], enum: [...words, null] });
}

export const Time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' });

/** An object that accepts no field that is not named. */
export const Strict = <T extends Record<string, TSchema>>(
  fields: T,
  options: { title?: string; description?: string; examples?: unknown[] } = {},
) => Type.Object(fields, { additionalProperties: false, ...options });

/** An id in a path or query. One that does not even look like one is answered like one that does not exist. */
export const Id = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_]+$', description: 'An id' });

export const OrgParams = Type.Object({ org_id: Id });
export const CloudParams = Type.Object({
  org_id: Id,
  cloud: Type.String({
    maxLength: 32,
    pattern: '^[a-z0-9-]+$',
    description: 'The cloud provider: `aws`',
    examples: ['aws'],
  }),
});

export const PageFields = {
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20, description: 'How many elements at most' }),
  cursor: Type.Optional(
    Type.String({ pattern: '^[a-z]{2,4}_[0-9A-Za-z]{22}$', description: 'From the Link header of the page before' }),
  ),
};

/** An answer that says in `Location` where the thing that was made is found. */
export const Located = <T extends TSchema>(schema: T): T => ({ ...schema, headers: { Location: {} } });

/** The error answers of an operation that draws on no limit. 500 and 503 can always happen. */
export function unmeteredErrors(...statuses: ErrorStatus[]) {
  return Object.fromEntries(
    ([...statuses, 500, 503] as const).map((status) => [
      status,
      { ...ErrorBody, description: ERROR_ANSWERS[status].description },
    ]),
  );
}

/** The error answers of an operation, for its `response` schemas. */
export function errors(...statuses: ErrorStatus[]) {
  return unmeteredErrors(...statuses, 429);
}
