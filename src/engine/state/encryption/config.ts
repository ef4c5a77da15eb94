import {
  attribute,
  blocks,
  constant,
  labelled,
  parseConfigSyntax,
  type ConfigBody,
  type ConfigValue,
} from '../../../base/hcl.ts';

/** A literal value, or the reference in its expression, which is not evaluated. */
export type MaybeReference<T> = T | { reference: string };

export type KeyProvider =
  | {
      type: 'pbkdf2';
      name: string;
      metaKey: string;
      passphrase?: MaybeReference<string> | undefined;
      chain?: string | undefined;
    }
  | { type: 'aws_kms'; name: string; metaKey: string; keyId?: string | undefined; region?: string | undefined }
  | { type: 'other'; name: string; metaKey: string };

/** A decryption method. `keys` is the full name of its key provider. */
export type Method =
  | { type: 'aes_gcm'; name: string; keys: string; aad: Uint8Array }
  | { type: 'unencrypted' | 'other'; name: string };

/** The parts of an `encryption` block that concern states. Methods are in the order of attempts. */
export type EncryptionBlock = { keyProviders: ReadonlyMap<string, KeyProvider>; methods: Method[] };

/** Thrown for an unusable block. The message says where the error is and contains names, never values. */
export class EncryptionConfigProblem extends Error {}

type Labelled = { type: string; name: string; body: ConfigBody };

const blocksOf = (block: ConfigBody, word: string): Labelled[] =>
  labelled(block, word, 2).map(({ labels: [type = '', name = ''], body }) => ({ type, name, body }));

const REFERENCE = /^\$\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)+)\s*\}$/;

/** The string of an attribute, or the reference if its value is a template. */
function textOf(body: ConfigBody, name: string, where: string): MaybeReference<string> | undefined {
  const value = attribute(body, name);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new EncryptionConfigProblem(`${where}: ${name} is no text`);
  const reference = REFERENCE.exec(value)?.[1];
  return reference === undefined ? (constant(value) ?? { reference: 'an expression' }) : { reference };
}

/** The reference in an attribute: `key_provider.pbkdf2.main`. JSON may write it without `${}`. */
function addressOf(body: ConfigBody, name: string, where: string): string | undefined {
  const text = textOf(body, name, where);
  return typeof text === 'object' ? text.reference : text;
}

const plain = (value: MaybeReference<string> | undefined) => (typeof value === 'string' ? value : undefined);

function keyProviderOf({ type, name, body }: Labelled): KeyProvider {
  const where = `key_provider.${type}.${name}`;
  const metaKey = plain(textOf(body, 'encrypted_metadata_alias', where)) ?? where;
  if (type === 'pbkdf2') {
    const passphrase = textOf(body, 'passphrase', where);
    return { type, name: where, metaKey, passphrase, chain: addressOf(body, 'chain', where) };
  }
  if (type !== 'aws_kms') return { type: 'other', name: where, metaKey };
  const keyId = plain(textOf(body, 'kms_key_id', where));
  return { type, name: where, metaKey, keyId, region: plain(textOf(body, 'region', where)) };
}

function aadOf(body: ConfigBody, where: string): Uint8Array {
  const value = attribute(body, 'aad') ?? [];
  const isByte = (one: ConfigValue): one is number =>
    typeof one === 'number' && Number.isInteger(one) && one >= 0 && one < 256;
  if (Array.isArray(value) && value.every(isByte)) return Uint8Array.from(value);
  throw new EncryptionConfigProblem(`${where}: aad is no list of bytes`);
}

function methodOf({ type, name, body }: Labelled): Method {
  const where = `method.${type}.${name}`;
  if (type === 'unencrypted') return { type, name: where };
  if (type !== 'aes_gcm') return { type: 'other', name: where };
  const keys = addressOf(body, 'keys', where);
  if (keys === undefined) throw new EncryptionConfigProblem(`${where}: keys is missing`);
  return { type, name: where, keys, aad: aadOf(body, where) };
}

/** Limits fallbacks, because each costs a key derivation. */
const MAX_METHODS = 20;

/** The methods of `state { … }` with its fallbacks; all methods if it names none. */
function methodsOf(block: ConfigBody): Method[] {
  const all = blocksOf(block, 'method').map(methodOf);
  const chosen: Method[] = [];
  let [target] = blocks(block, 'state');
  while (target && chosen.length < MAX_METHODS) {
    const address = addressOf(target, 'method', 'state');
    const method = all.find((one) => one.name === address);
    if (address !== undefined && !method) throw new EncryptionConfigProblem(`state: there is no ${address}`);
    if (method) chosen.push(method);
    [target] = blocks(target, 'fallback');
  }
  return chosen.length > 0 ? chosen : all.slice(0, MAX_METHODS);
}

function refuseUnknown(block: ConfigBody, methods: readonly Method[], keyProviders: ReadonlyMap<string, unknown>) {
  const wrapper = block.items.find((item) => item.key === 'encryption' || item.key === 'terraform');
  if (wrapper) throw new EncryptionConfigProblem(`give what stands inside of encryption { }, without ${wrapper.key}`);
  for (const method of methods)
    if (method.type === 'aes_gcm' && !keyProviders.has(method.keys))
      throw new EncryptionConfigProblem(`${method.name}: keys should name a key_provider of this configuration`);
}

/**
 * Reads the content of OpenTofu's `encryption { }`, in HCL or JSON: the key providers, and the methods that decrypt states.
 * Variables and functions are not evaluated. Throws `EncryptionConfigProblem`.
 */
export function parseEncryption(text: string): EncryptionBlock {
  let block: ConfigBody;
  try {
    block = parseConfigSyntax(text);
  } catch (error) {
    // Errors of JSON.parse repeat the text, which may contain secrets.
    const reason = error instanceof Error && !(error instanceof SyntaxError) ? error.message : 'it is not JSON';
    throw new EncryptionConfigProblem(reason);
  }
  const keyProviders = new Map(
    blocksOf(block, 'key_provider').map((one) => {
      const read = keyProviderOf(one);
      return [read.name, read] as const;
    }),
  );
  const methods = methodsOf(block);
  refuseUnknown(block, methods, keyProviders);
  if (methods.length === 0) throw new EncryptionConfigProblem('it has no method');
  return { keyProviders, methods };
}
