import build from 'fast-json-stringify';
import type { App } from './types.ts';

type Serialize = (answer: unknown) => string;

/**
 * Serializes responses by their schemas. Compiles a serializer at its first use, once for all routes with the same
 * schema, so that the start waits for none.
 */
export function serializeAnswers(app: App): void {
  const serializers = new WeakMap<object, Serialize>();
  app.setSerializerCompiler<object>(({ schema }) => (answer) => {
    const compiled = serializers.get(schema);
    if (compiled) return compiled(answer);
    const serialize = build(schema);
    serializers.set(schema, serialize);
    return serialize(answer);
  });
}
