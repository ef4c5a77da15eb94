import type { JsonObject } from '../../../src/base/json.ts';
import type { Member } from '../../../src/base/schema.ts';
import {
  block,
  bool,
  computed,
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
} from '../schema.ts';
import { textOf } from '../wire.ts';

/** One type of the sample cloud: its attributes beside `id`, `arn` and `region`, which all types have. */
export type SampleType = {
  /** The prefix of ids: `net-…`. */
  prefix: string;
  version: number;
  members: Record<string, Member>;
  replacedBy: readonly string[];
  /** Defaults of the cloud, computed from the object at its creation. */
  defaults: (object: JsonObject, region: string) => JsonObject;
};

const TAGS: Record<string, Member> = { tags: optional(map(string)), tags_all: optionalComputed(map(string)) };

/** The types of `plumbline.dev/demo/sample`, by their names after `sample_`. */
export const SAMPLE_TYPES: Readonly<Record<string, SampleType>> = {
  network: {
    prefix: 'net',
    version: 0,
    members: {
      name: required(string),
      cidr: required(string),
      dns_enabled: optionalComputed(bool),
      subnets: optional(map(object({ cidr: string, public: bool }))),
      ...TAGS,
    },
    replacedBy: ['cidr'],
    defaults: () => ({ dns_enabled: true }),
  },
  firewall: {
    prefix: 'fw',
    version: 1,
    members: {
      name: required(string),
      network_id: required(string),
      description: optional(string),
      rule: block('set', {
        direction: required(string),
        protocol: required(string),
        from_port: required(number),
        to_port: required(number),
        cidrs: required(set(string)),
        description: optional(string),
      }),
      ...TAGS,
    },
    replacedBy: ['name', 'network_id'],
    defaults: () => ({}),
  },
  database: {
    prefix: 'db',
    version: 2,
    members: {
      name: required(string),
      network_id: optional(string),
      engine: required(string),
      engine_version: optionalComputed(string),
      size_gb: required(number),
      multi_zone: optionalComputed(bool),
      backup_retention: optionalComputed(number),
      deletion_protection: optional(bool),
      username: required(string),
      password: sensitive(string),
      parameters: optional(map(string)),
      address: computed(string),
      ...TAGS,
    },
    replacedBy: ['name', 'engine', 'username'],
    defaults: ({ name }, region) => ({
      engine_version: '16.4',
      multi_zone: false,
      backup_retention: 7,
      address: `${textOf(name)}.db.${region}.sample.example:5432`,
    }),
  },
  bucket: {
    prefix: 'bkt',
    version: 0,
    members: {
      name: required(string),
      policy: optional(string),
      versioning: optionalComputed(bool),
      encryption: block('single', { algorithm: required(string), key_id: optional(string) }),
      lifecycle_rule: block('list', {
        prefix: optional(string),
        expire_days: optional(number),
        enabled: required(bool),
      }),
      url: computed(string),
      ...TAGS,
    },
    replacedBy: ['name'],
    defaults: ({ name }, region) => ({
      versioning: false,
      url: `https://${textOf(name)}.bucket.${region}.sample.example`,
    }),
  },
  queue: {
    prefix: 'q',
    version: 0,
    members: {
      name: required(string),
      fifo: optional(bool),
      visibility_timeout: optionalComputed(number),
      retention_seconds: optionalComputed(number),
      dead_letter_queue_id: optional(string),
      ...TAGS,
    },
    replacedBy: ['name', 'fifo'],
    defaults: () => ({ visibility_timeout: 30, retention_seconds: 345_600 }),
  },
  role: {
    prefix: 'role',
    version: 0,
    members: {
      name: required(string),
      description: optional(string),
      trust_policy: required(string),
      policies: optional(set(string)),
      permission_boundaries: optional(list(string)),
      max_session_seconds: optionalComputed(number),
      ...TAGS,
    },
    replacedBy: ['name'],
    defaults: () => ({ max_session_seconds: 3600 }),
  },
};
