import { ProviderProblem } from '../problem.ts';
import type { SchemaStore } from './store.ts';

/**
 * Whether a provider knows every one of these types, each in this schema version or a newer one. One that does not even give
 * its schema is let through: whoever uses it hears why.
 */
export async function fitsSchemas(
  schemas: Pick<SchemaStore, 'resource'>,
  versions: Readonly<Record<string, number>>,
): Promise<boolean> {
  try {
    for (const [type, version] of Object.entries(versions)) {
      const schema = await schemas.resource(type);
      if (schema === undefined || schema.version < version) return false;
    }
    return true;
  } catch (error) {
    if (error instanceof ProviderProblem) return true;
    throw error;
  }
}
