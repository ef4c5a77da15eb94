import { operationsOf, type Document, type Schema } from './document.ts';

/**
 * Makes fields with a default optional in bodies and queries. Handlers always get a value, so the code's schemas require
 * them, but callers may omit them.
 */
export function relaxDefaults(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? [])
      if (parameter.schema?.default !== undefined) parameter.required = false;
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      if (media.schema) media.schema = relax(media.schema);
  }
}

/** The schema of an object, whose fields with a default are optional. */
export function relax(schema: Schema): Schema {
  const { required, properties = {} } = schema;
  const rest = required?.filter((name) => properties[name]?.default === undefined);
  return rest === undefined ? schema : { ...schema, required: rest };
}
