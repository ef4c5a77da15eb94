import type { Member, ResourceSchema } from '../../../src/base/schema.ts';
import type { Protocol } from '../goplugin.ts';
import {
  block,
  body,
  bool,
  computed,
  dynamic,
  list,
  map,
  number,
  object,
  optional,
  optionalComputed,
  required,
  sensitive,
  set,
  string,
  tuple,
  writeOnly,
} from '../schema.ts';

/** The attributes that set the behaviour of an instance of the fake provider; see `behaviours.ts`. */
const SCRIPT: Record<string, Member> = {
  on_read: optional(list(string)),
  on_plan: optional(list(string)),
  on_apply: optional(list(string)),
  /** JSON: attributes that differ in the cloud. */
  live: optional(string),
};

const COMPUTED: Record<string, Member> = {
  id: computed(string),
  /** The configured region of the provider at the last read of this instance. */
  configured_region: computed(string),
  generated: computed(string),
};

const ATTRIBUTES: Record<string, Member> = {
  name: required(string),
  note: optional(string),
  size: optional(number),
  enabled: optional(bool),
  words: optional(list(string)),
  labels: optional(set(string)),
  ports: optional(set(number)),
  tags: optional(map(string)),
  tags_all: optionalComputed(map(string)),
  chosen: optionalComputed(string),
  item: optional(object({ name: string, count: number })),
  items: optional(list(object({ name: string, count: number }))),
  item_set: optional(set(object({ name: string, count: number }))),
  item_map: optional(map(object({ name: string, deep: list(map(number)) }))),
  pair: optional(tuple(string, number)),
  anything: optional(dynamic),
  policy: optional(string),
  secret: sensitive(string),
  secrets: sensitive(map(string)),
  secret_wo: writeOnly(string),
  secret_wo_version: optional(number),
};

const BLOCKS: Record<string, Member> = {
  owner: block('single', { name: required(string), email: optional(string), token: sensitive(string) }),
  limits: block('group', { cpu: optional(number), memory: optionalComputed(number) }),
  rule: block('list', {
    port: required(number),
    cidrs: optional(set(string)),
    match: block('set', { path: required(string), secret: sensitive(string) }),
  }),
  volume: block('set', { device: required(string), size: optional(number), id: computed(string) }),
  zone: block('map', { subnet: required(string), weight: optional(number) }),
  timeouts: block('single', { create: optional(string), delete: optional(string) }),
};

/** Attributes of protocol 6 that declare their object attribute by attribute. */
const NESTED: Record<string, Member> = {
  endpoint: optional(body({ host: required(string), port: optionalComputed(number), password: sensitive(string) })),
  listeners: optional({
    kind: 'list',
    element: body({ port: required(number), protocol: optional(string), key_wo: writeOnly(string) }),
  }),
  grants: optional(set(body({ who: required(string), what: optional(set(string)) }))),
  routes: optional(map(body({ to: required(string), via: optional(body({ gateway: required(string) })) }))),
};

/** `fake_thing`: one attribute of every kind, and blocks of every nesting. */
export function thingSchema(protocol: Protocol, version: number): ResourceSchema {
  const nested = protocol === 6 ? NESTED : {};
  return { version, block: body({ ...COMPUTED, ...SCRIPT, ...ATTRIBUTES, ...nested, ...BLOCKS }) };
}

/** `fake_server`: small, and with a resource identity. */
export const SERVER_SCHEMA: ResourceSchema = {
  version: 0,
  block: body({ ...COMPUTED, ...SCRIPT, name: required(string), note: optional(string), tags: optional(map(string)) }),
};

/** Types of another provider for tests of overlaps between parent and child: a role, and a policy attached to it. */
export const ROLE_SCHEMA: ResourceSchema = {
  version: 0,
  block: body({
    ...COMPUTED,
    ...SCRIPT,
    name: required(string),
    managed_policy_arns: optionalComputed(set(string)),
    attachments: computed(number),
  }),
};
export const ATTACHMENT_SCHEMA: ResourceSchema = {
  version: 0,
  block: body({ ...COMPUTED, ...SCRIPT, role: required(string), policy_arn: required(string) }),
};

export const CONFIG_SCHEMA: ResourceSchema = {
  version: 0,
  block: body({
    region: required(string),
    token: sensitive(string),
    settings: optional(map(string)),
    assume_role: block('list', { role_arn: required(string), external_id: optional(string) }),
  }),
};
