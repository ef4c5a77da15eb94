import type { Value } from '../../../base/value.ts';
import { text } from '../../value/fields.ts';
import { fields } from '../../value/canonical.ts';
import { stable } from '../../value/stable.ts';
import { HOLDER, textsOf, type Policy } from './grant.ts';
import type { Opening } from './opening.ts';

const items = (value: Value | undefined): Record<string, Value>[] => (Array.isArray(value) ? value : []).map(fields);

/** The text of a selector: `(app=web)`. Empty for a selector that matches everything. */
function selected(selector: Record<string, Value>): string {
  const labels = Object.entries(fields(selector.match_labels ?? null)).map(([key, value]) => `${key}=${text(value)}`);
  const expressions = items(selector.match_expressions).map(stable);
  const all = [...labels, ...expressions];
  return all.length === 0 ? '' : `(${all.toSorted().join(',')})`;
}

/** The text of one peer: a range of addresses, or pods in namespaces. */
function sourceOf(peer: Record<string, Value>): string {
  const [block] = items(peer.ip_block);
  const except = textsOf(block?.except);
  if (block) return `${text(block.cidr)}${except.length === 0 ? '' : ` except ${except.toSorted().join(',')}`}`;
  const [namespaces, pods] = [items(peer.namespace_selector)[0], items(peer.pod_selector)[0]];
  const where = namespaces ? `namespaces${selected(namespaces) || '(any)'}` : 'its-namespace';
  return `${where}/pods${(pods && selected(pods)) || '(any)'}`;
}

type Ports = Pick<Opening, 'protocol' | 'from' | 'to'>;
const EVERY: Ports = { protocol: 'all', from: 0, to: 65_535 };

/** A port by its number. A named port counts as a protocol of its own, because its number is unknown. */
function portOf({ port, protocol }: Record<string, Value>): Ports {
  const name = typeof protocol === 'string' && protocol !== '' ? protocol.toLowerCase() : 'tcp';
  if (port === undefined || port === null || port === '') return { ...EVERY, protocol: name };
  const from = Number(port);
  if (Number.isNaN(from)) return { ...EVERY, protocol: `${name}:${text(port)}` };
  return { protocol: name, from, to: from };
}

const DIRECTIONS = [
  { name: 'ingress', kind: 'Ingress', peers: 'from', out: false },
  { name: 'egress', kind: 'Egress', peers: 'to', out: true },
] as const;

/**
 * The traffic that a Kubernetes NetworkPolicy allows to and from its pods. A direction that the policy does not limit
 * is open to everybody.
 */
export function openingsOfNetworkPolicy(spec: Record<string, Value>): Opening[] {
  const kinds = textsOf(spec.policy_types);
  return DIRECTIONS.flatMap(({ name, kind, peers, out }) => {
    const isLimited = kinds.length === 0 ? name === 'ingress' || items(spec.egress).length > 0 : kinds.includes(kind);
    if (!isLimited) return [{ source: 'everybody', ...EVERY, out }];
    return items(spec[name]).flatMap((rule) => {
      const sources = items(rule[peers]).map(sourceOf);
      const ports = items(rule.ports).map(portOf);
      return (sources.length === 0 ? ['everybody'] : sources).flatMap((source) =>
        (ports.length === 0 ? [EVERY] : ports).map((port) => ({ source, ...port, out })),
      );
    });
  });
}

/**
 * Reads the permissions of a Kubernetes role as a policy: verbs on `group/resource`, or on `group/resource/name`.
 * @returns undefined for other types
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
