import type { Value } from '../../../base/value.ts';
import { fields } from '../../value/canonical.ts';
import type { Policy } from './grant.ts';
import { HOLDER, textsOf } from './grant.ts';

const items = (value: Value | undefined): Record<string, Value>[] => (Array.isArray(value) ? value : []).map(fields);

/**
 * What a role of Kubernetes allows, as a policy says it: verbs on `group/resource`, or on `group/resource/name`.
 * @returns undefined for what is no such role
 */
export function readRoleRules(type: string, value: Value): Policy | undefined {
  if (!/^kubernetes_(cluster_)?role(_v1)?$/.test(type) || value === null) return undefined;
  const grants = items(fields(value).rule).flatMap(({ api_groups, resources, resource_names, verbs }) => {
    const names = textsOf(resource_names);
    const groups = textsOf(api_groups);
    const kinds = (groups.length === 0 ? [''] : groups).flatMap((group) =>
      textsOf(resources).map((kind) => `${group || 'core'}/${kind}`),
    );
    const all = kinds.flatMap((kind) => (names.length === 0 ? [kind] : names.map((name) => `${kind}/${name}`)));
    return textsOf(verbs).flatMap((action) =>
      all.map((resource) => ({ effect: 'Allow' as const, principal: HOLDER, action, resource, condition: '' })),
    );
  });
  return { grants, negated: [] };
}
