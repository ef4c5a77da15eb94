import { expect, test } from 'vitest';
import { parseState } from '../state/parse.ts';
import { unseen, type Observation } from './observe.ts';
import { unreadChildren } from './relatives.ts';

const provider = 'provider["registry.terraform.io/hashicorp/aws"]';
const resource = (name: string, deposed?: string) => ({
  mode: 'managed',
  type: 'aws_x',
  name,
  provider,
  instances: [{ schema_version: 0, attributes: { id: name }, ...(deposed && { deposed }) }],
});

test('explains parents by unread and ignored instances, not by instances without a cloud object', () => {
  const resources = ['unread', 'ignored', 'built_in', 'seen', 'waiting'].map((name) => resource(name));
  const document = { version: 4, serial: 1, lineage: 'l', resources: [...resources, resource('old', '3f9a1c22')] };
  const parsed = parseState(Buffer.from(JSON.stringify(document)));
  if (!parsed.ok) throw new Error(parsed.detail);
  const { instances } = parsed.state;
  const [unread, ignored, builtIn, seen, , old] = instances;
  const observed = { seen: {} } as unknown as Observation;
  const observations = new Map([
    [unread!, unseen(unread!, 'unreadable', 'denied')],
    [ignored!, unseen(ignored!, 'skipped', 'ignored')],
    [builtIn!, unseen(builtIn!, 'skipped', 'built_in')],
    [seen!, observed],
    [old!, unseen(old!, 'unreadable', 'denied')],
  ]);
  expect(unreadChildren(instances, observations).map(({ name }) => name)).toEqual(['unread', 'ignored']);
});
