import { operationsOf, type Document, type Schema } from './document.ts';

/**
 * Says of fields that have a default that they may be left out of a body or query. To the code they are always there, so its
 * schemas require them; to whoever asks they are not.
 */
export function relaxDefaults(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    for (const parameter of operation.parameters ?? [])
      if (parameter.schema?.default !== undefined) parameter.required = false;
    for (const media of Object.values(operation.requestBody?.content ?? {}))
      if (media.schema) media.schema = relax(media.schema);
  }
}

/** The schema of an object, with what has a default not required. */
export function relax(schema: Schema): Schema {
  const { required, properties = {} } = schema;
  const rest = required?.filter((name) => properties[name]?.default === undefined);
  return rest === undefined ? schema : { ...schema, required: rest };
}
