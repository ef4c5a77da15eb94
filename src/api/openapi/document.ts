/** The used parts of an OpenAPI 3.1 document; other parts stay unchanged. */
export type Schema = {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  minItems?: number;
  required?: readonly string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
};

export type Media = { schema?: Schema; example?: unknown; examples?: unknown };

export type Header = { $ref?: string; description?: string; schema?: Schema };

export type Response = {
  $ref?: string;
  description?: string;
  headers?: Record<string, Header>;
  content?: Record<string, Media>;
  links?: Record<string, unknown>;
};

export type Parameter = {
  $ref?: string;
  name?: string;
  in?: string;
  description?: string;
  required?: boolean;
  schema?: Schema;
};

export type Operation = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, Media> };
  responses?: Record<string, Response>;
};

export type Document = {
  tags?: { name: string; description?: string }[];
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, Response>;
    headers?: Record<string, Header>;
    parameters?: Record<string, Parameter>;
  };
  paths?: Record<string, Record<string, Operation>>;
};

/** Every operation with its name: `GET /api/v1/orgs`. */
export function operationsOf({ paths = {} }: Document): { name: string; path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
}

/** Resolves a `$ref` within this document; returns other values unchanged. */
export function resolve<T extends object>(document: Document, value: T & { $ref?: string }): T {
  if (value.$ref === undefined) return value;
  const steps = value.$ref.replace(/^#\//, '').split('/');
  // oxlint-disable-next-line typescript/no-unsafe-return -- a JSON pointer names no type
  const target = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], document);
  if (target === undefined) throw new Error(`${value.$ref} points at nothing`);
  return target as T;
}
