import { isObject, type JsonObject } from '../../../src/base/json.ts';
import type { ObjectNode } from '../../../src/base/schema.ts';
import type { Value } from '../../../src/base/value.ts';
import type { Output, Protocol } from '../goplugin.ts';
import { resolveUnknowns } from '../plan.ts';
import { problem, type ApplyAnswer, type Change, type Provider, type Resource } from '../provider.ts';
import { string } from '../schema.ts';
import { fromJson, parseExact, textOf, type ObjectValue } from '../wire.ts';
import { behave, type Stage } from './behaviours.ts';
import { logCall, readControl } from './control.ts';
import { ATTACHMENT_SCHEMA, CONFIG_SCHEMA, ROLE_SCHEMA, SERVER_SCHEMA, thingSchema } from './schema.ts';

export type FakeOptions = {
  protocol: Protocol;
  output: Output;
  controlDir: string | undefined;
  /** The schema version of `fake_thing`; version 2 has upgrades from 0 and 1. */
  schemaVersion: number;
  /** Whether it refuses to work without `token` or FAKE_TOKEN, as cloud providers do. */
  needsToken?: boolean;
  /** The environment of the process: defaults for the configuration. */
  env?: Readonly<Record<string, string | undefined>>;
};

const PRIVATE = Buffer.from('{"kept_by":"the fake provider"}');

function strings(value: Value | undefined): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** In version 0 `name` was `title`; in version 1 `enabled` was "yes" or "no". */
function upgradeThing(attributes: JsonObject, from: number): JsonObject {
  const { title, ...rest } = attributes;
  const named = from < 1 && title !== undefined ? { ...rest, name: title } : attributes;
  const { enabled } = named;
  return typeof enabled === 'string' ? { ...named, enabled: enabled === 'yes' || enabled === 'true' } : named;
}

/** The live object: the state with the cloud's differences; null if it is deleted. */
function liveOf(node: ObjectNode, state: ObjectValue, told: JsonObject | null | undefined): ObjectValue | null {
  if (told === null) return null;
  const own: unknown = typeof state['live'] === 'string' ? parseExact(state['live']) : {};
  const patch = { ...(isObject(own) ? (own as JsonObject) : {}), ...told };
  const entries = Object.entries(patch).map(([name, json]): [string, Value] => {
    const member = node.members[name];
    if (!member) throw new Error(`the fake provider has no attribute ${name}`);
    return [name, fromJson(member.node, json)];
  });
  return { ...state, ...Object.fromEntries(entries) };
}

function created({ planned, config }: Change, type: string, region: string): ObjectValue | null {
  if (!planned) return null;
  const values: Record<string, Value> = {
    id: `${type.replace('fake_', '')}-${textOf(planned['name'])}`,
    configured_region: region,
    generated: `generated for ${textOf(planned['name'])}`,
    chosen: 'chosen by the provider',
    tags_all: config?.['tags'] ?? {},
    port: 8080,
    memory: 512,
  };
  return resolveUnknowns(planned, (name) => values[name] ?? null) as ObjectValue;
}

/**
 * The fake provider. Its instances exist only in the state. Their attributes `on_read`, `on_plan`, `on_apply` and
 * `live` or the control file set their behaviour.
 */
export function fakeProvider(options: FakeOptions): Provider {
  const { protocol, output, controlDir, schemaVersion, env = {} } = options;
  let region = '';

  const resource = (type: string, more: Omit<Resource, 'replacedBy' | 'read' | 'planning' | 'apply'>): Resource => {
    const node = more.schema.block;
    const stage = (id: Value | undefined): Stage => ({
      controlDir,
      output,
      node,
      ...(typeof id === 'string' && { id }),
    });
    const identityOf = (state: ObjectValue | null): { identity?: JsonObject } =>
      more.identity && state ? { identity: { id: textOf(state['id']), region } } : {};

    return {
      ...more,
      replacedBy: ['name'],
      async read(state, identity) {
        const control = await readControl(controlDir);
        const id = textOf(state['id']);
        const live = liveOf(node, state, control.live?.[id]);
        const gone = more.identity && !live && !identity ? ['missing_identity'] : [];
        const told = control.read?.[id] ?? control.read?.['*'] ?? strings(state['on_read']);
        const mine = identityOf(live);
        const other = Object.entries(mine.identity ?? {}).some(([name, part]) => identity && identity[name] !== part);
        const honest = { state: live && { ...live, configured_region: region }, ...mine };
        return behave([...told, ...gone, ...(other ? ['identity_changed'] : [])], honest, stage(id));
      },
      async planning(planned) {
        const answer = await behave(strings(planned['on_plan']), { state: planned }, stage(planned['id']));
        return answer.diagnostics ?? [];
      },
      async apply(change): Promise<ApplyAnswer> {
        const state = created(change, type, region);
        const answer = await behave(strings(change.planned?.['on_apply']), { state }, stage(state?.['id']));
        return { ...answer, state: answer.state ?? null, private: PRIVATE, ...identityOf(state) };
      },
    };
  };

  return {
    configSchema: CONFIG_SCHEMA,
    resources: {
      fake_thing: resource('fake_thing', { schema: thingSchema(protocol, schemaVersion), upgrade: upgradeThing }),
      fake_server: resource('fake_server', {
        schema: SERVER_SCHEMA,
        identity: { version: 1, attributes: { id: string, region: string } },
        importing: ({ id = '' }) => ({ id, name: id, configured_region: region }),
        async list() {
          const { servers = [] } = await readControl(controlDir);
          return servers.map((id) => ({ name: `server ${id}`, identity: { id, region } }));
        },
      }),
      aws_iam_role: resource('aws_iam_role', { schema: ROLE_SCHEMA }),
      aws_iam_role_policy_attachment: resource('aws_iam_role_policy_attachment', { schema: ATTACHMENT_SCHEMA }),
    },
    async configure(config) {
      const given = config['region'] ?? env['FAKE_REGION'] ?? 'anywhere';
      if (given === '' || typeof given !== 'string') {
        return [problem('Invalid region', 'The region must not be empty: set region in the provider block.')];
      }
      const token = config['token'] ?? env['FAKE_TOKEN'] ?? '';
      if (options.needsToken && token === '')
        return [problem('Not configured', 'Set token in the provider block, or FAKE_TOKEN in the environment.')];
      if (options.needsToken && !textOf(token).startsWith('right-'))
        return [problem('Refused', `The token ${textOf(token)} was refused.`)];
      if (config['token'] === 'wrong') return [problem('Invalid token', 'The token was refused.')];
      region = given;
      return [];
    },
    async calling(call) {
      logCall(controlDir, call);
      const told = (await readControl(controlDir)).calls?.[call.call];
      if (told) await behave(told, {}, { controlDir, output });
    },
  };
}
