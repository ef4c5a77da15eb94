import build from 'fast-json-stringify';
import type { App } from './types.ts';

type Serialize = (answer: unknown) => string;

/**
 * Writes answers as their schemas say. What writes one is made when the first of its kind is written, and once for all routes
 * that have the same schema: a process that answers a few operations does not wait at its start for what all of them need.
 */
export function serializeAnswers(app: App): void {
  const made = new WeakMap<object, Serialize>();
  app.setSerializerCompiler<object>(({ schema }) => (answer) => {
    const known = made.get(schema);
    if (known) return known(answer);
    const serialize = build(schema);
    made.set(schema, serialize);
    return serialize(answer);
  });
}
