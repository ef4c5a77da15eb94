import { MASK, maskText, maskValue } from '../../../../engine/mask/mask.ts';
import type { Action, CloudAnswer, CloudRequest, Headers } from '../call/types.ts';
import { cborText, escapeXml } from '../call/encoding.ts';
import { spotsOfCbor } from './cbor-spots.ts';
import { spotsOfJson } from './json-spots.ts';
import type { Marks } from './marks.ts';
import {
  eachText,
  isEnvironment,
  isEscaped,
  plainOf,
  readable,
  type Leaf,
  type Naming,
  type Spotted,
} from './spotted.ts';
import { spotsOfXml } from './xml-spots.ts';

/** An answer with a complete body. */
export type WholeAnswer = CloudAnswer & { body: Buffer };

/** The parts of a call that decide how it is redacted. */
type Asked = { request: CloudRequest; action: Action };

/** Replaces secrets by marks, and leaves all else as it is, byte for byte. Redacting twice changes nothing more. */
export type Redactor = {
  request(call: Asked): CloudRequest;
  answer(call: Asked, answer: WholeAnswer): WholeAnswer;
  text(text: string): string;
};

/** Page tokens and user data: masked where they look like a secret, not by their name. */
const PLAIN = /^(?:(?:next|continuation|nextcontinuation|pagination|starting|page)_?token|user_?data)$/i;

/** Members that are secrets by AWS's own models (`sensitive`), though their names do not say so. */
const SECRET: readonly { service: string; actions: RegExp; members: RegExp }[] = [
  { service: 'ssm', actions: /^GetParameter/, members: /^Value$/ },
  { service: 'ec2', actions: /Vpn|CustomerGateway/, members: /^(?:customerGatewayConfiguration|preSharedKey)$/ },
];

/** Structures named like a secret, whose members have names of their own: `PasswordPolicy`, `AccessKeyMetadata`. */
const isStructure = (name: string, value: Spotted): boolean =>
  value !== undefined &&
  !('leaf' in value) &&
  !isEnvironment(name) &&
  ('members' in value || value.list.some((one) => one !== undefined && 'members' in one));

/** An access key's id grants nothing by itself. */
const isName = (service: string, name: string): boolean => service === 'iam' && name === 'AccessKeyId';

/** Headers of connections, clients and signatures, which say nothing about the cloud. */
const IDLE =
  /^(?:authorization|x-amz-security-token|x-amz-content-sha256|x-amz-date|x-amz-id-2|(?:x-amz-)?user-agent|amz-sdk-.*|(?:set-)?cookie|connection|keep-alive|server|via|transfer-encoding)$/;

/** Names of secrets in answers to calls that read secrets. */
const VALUE = /^(?:secret)?(?:value|string|binary|blob|text)$|password|plaintext|material|data$/i;

const namingFor =
  ({ action: { service, name: action, kind } }: Asked): Naming =>
  (name, value) => {
    if (isName(service, name)) return 'kept';
    const secret = SECRET.some((one) => one.service === service && one.actions.test(action) && one.members.test(name));
    if (secret || (kind === 'secret' && VALUE.test(name))) return 'secret';
    return PLAIN.test(name) || isStructure(name, value) ? 'plain' : undefined;
  };

/** Masks the secrets of the states in a text. */
export type Hide = (text: string) => string;

export function createRedactor(marks: Marks, hidden: Hide = (text) => text): Redactor {
  /** Replaces the masked parts in `shown` by the mark of `original`. */
  const marked = (original: string, shown: string): string =>
    shown === original || marks.isIn(original) ? original : shown.replaceAll(MASK, marks.markOf(original));
  const text = (original: string): string => marked(original, hidden(maskText(original)));

  /** The replacements in a body, from the end to the start. */
  const changes = (call: Asked, spotted: Spotted): { leaf: Leaf; now: string }[] => {
    const replacements: { leaf: Leaf; now: string }[] = [];
    const plain = plainOf(spotted, namingFor(call));
    // A dynamic value is a pair of type and value.
    const { shown } = maskValue(['', plain], { schema: { kind: 'dynamic' }, path: [], sensitivePaths: [] });
    eachText(spotted, shown, (leaf, masked) => {
      const original = readable(leaf.text);
      const now = marked(original, hidden(masked));
      if (now !== original) replacements.push({ leaf, now: isEscaped(leaf.text) ? encodeURIComponent(now) : now });
    });
    return replacements.toSorted((a, b) => b.leaf.start - a.leaf.start);
  };

  const inText = (
    original: string,
    replacements: ReturnType<typeof changes>,
    write: (text: string) => string,
  ): string =>
    replacements.reduce((all, { leaf, now }) => all.slice(0, leaf.start) + write(now) + all.slice(leaf.end), original);

  const form = (call: Asked, original: string): string => {
    const naming = namingFor(call);
    const pairs = original.split('&').map((pair) => {
      const [name = '', value] = pair.split('=', 2);
      if (value === undefined || value === '' || naming(name, undefined) === 'kept') return pair;
      const plain = decoded(value);
      const members = new Map([[decoded(name), { leaf: { text: plain, start: 0, end: plain.length } }]]);
      const [change] = changes(call, { members });
      return change === undefined ? pair : `${name}=${encodeURIComponent(change.now)}`;
    });
    return pairs.join('&');
  };

  /** Throws for a body that does not parse as its apparent format. */
  const understood = (call: Asked, body: Buffer): Buffer => {
    if (call.action.protocol === 'smithy-rpc-v2-cbor') {
      const write = (all: Buffer, { leaf, now }: { leaf: Leaf; now: string }) =>
        Buffer.concat([all.subarray(0, leaf.start), cborText(now), all.subarray(leaf.end)]);
      return changes(call, spotsOfCbor(body)).reduce(write, body);
    }
    const original = body.toString();
    if (!Buffer.from(original).equals(body)) throw new TypeError('It is no text.');
    const json = /^\s*[[{]/.test(original);
    if (json) return Buffer.from(inText(original, changes(call, spotsOfJson(original)), (now) => JSON.stringify(now)));
    if (/^\s*</.test(original)) return Buffer.from(inText(original, changes(call, spotsOfXml(original)), escapeXml));
    return Buffer.from(/^[\w.-]+=/.test(original) ? form(call, original) : text(original));
  };

  const bodyOf = (call: Asked, body: Buffer): Buffer => {
    if (body.length === 0) return body;
    try {
      return understood(call, body);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError || error instanceof TypeError)) throw error;
      // The content is unknown, so all of it is redacted.
      return Buffer.from(marks.markOf(body.toString('base64')));
    }
  };

  const inHeader = (value: string | readonly string[]) => (typeof value === 'string' ? text(value) : value.map(text));

  const headersOf = (headers: Headers, idle: (name: string) => boolean): Headers =>
    Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !IDLE.test(name) && !idle(name))
        .map(([name, value]) => [name, /request-?id$/.test(name) ? value : inHeader(value)]),
    );

  return {
    text,
    request: (call) => {
      const { method, host, target, headers, body } = call.request;
      const [path = '', query] = target.split('?', 2);
      const redactedTarget = query === undefined ? path : `${path}?${form(call, query)}`;
      return {
        method,
        host,
        target: redactedTarget,
        headers: headersOf(headers, () => false),
        body: bodyOf(call, body),
      };
    },
    answer: (call, { status, headers, body }) => {
      // A redacted body has another length. In the answer to HEAD, the length is that of the described body.
      const idle = (name: string) => name === 'content-length' && call.request.method !== 'HEAD';
      return { status, headers: headersOf(headers, idle), body: bodyOf(call, body) };
    },
  };
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}
