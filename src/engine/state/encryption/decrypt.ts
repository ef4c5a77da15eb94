import { createDecipheriv, pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { isObject } from '../../../base/json.ts';
import { maskKnown } from '../../mask/mask.ts';
import type { EncryptionBlock, KeyProvider, Method } from './config.ts';
import { readEnvelope, type Envelope, type KeyMeta } from './envelope.ts';

/** An encrypted data key from a state, for the key management service that encrypted it. */
export type DataKeyRequest = {
  ciphertext: Uint8Array;
  context: Readonly<Record<string, string>>;
  /** The configured key. Optional: the service finds the key by the ciphertext. */
  keyId?: string | undefined;
  region?: string | undefined;
};

/** The keys of encrypted states. Kept in memory only. */
export type StateKeys = {
  /** In the order of attempts. */
  blocks: readonly EncryptionBlock[];
  /** The error in the configuration if it yields no blocks. */
  problem?: string | undefined;
  /** Calls AWS KMS with the credentials that read the states. Throws `SourceProblem`. */
  decryptDataKey: (request: DataKeyRequest, signal?: AbortSignal) => Promise<Uint8Array>;
};

export type Closed = { ok: false; code: Unopened['code'] | 'invalid'; detail: string };

class Unopened extends Error {
  readonly code: 'encrypted' | 'encryption_unsupported' | 'wrong_key';
  constructor(code: Unopened['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const HOW = 'Give it in TF_ENCRYPTION (plumbline scan) or PLUMBLINE_STATE_KEYS (server), as docs/opentofu.md says.';

/** Names come from the state and may contain any text. */
const named = (name: string) => (/^[\w. -]{1,100}$/.test(name) ? maskKnown(name) : 'a key provider with another name');

const derive = promisify(pbkdf2);
const MAX_CHAIN_DEPTH = 5;

/** The key of a key provider at the time the state was written, derived as in OpenTofu's `Provide`. */
async function keyOf(
  address: string,
  { block, envelope, keys, signal }: Opening & { block: EncryptionBlock },
  depth = 0,
): Promise<Uint8Array> {
  const provider = block.keyProviders.get(address);
  if (!provider || depth > MAX_CHAIN_DEPTH)
    throw new Unopened('encrypted', `The configuration of the state's encryption has no ${named(address)} that ends.`);
  const meta = envelope.meta.get(provider.metaKey);
  if (provider.type === 'other' || meta?.kind === 'other') throw unsupported(provider, meta);
  if (meta === undefined)
    throw new Unopened('encrypted', `The state was encrypted without ${provider.name}, whose key was given. ${HOW}`);
  if (meta.kind !== provider.type)
    throw new Unopened(
      'wrong_key',
      `The metadata of ${provider.name} in the state is damaged, or of another key provider.`,
    );
  if (provider.type === 'aws_kms')
    return keys.decryptDataKey(
      { ...(meta as KeyMeta & { kind: 'aws_kms' }), keyId: provider.keyId, region: provider.region },
      signal,
    );
  const { salt, iterations, keyLength, hash } = meta as KeyMeta & { kind: 'pbkdf2' };
  const passphrase =
    provider.chain === undefined
      ? passphraseOf(provider)
      : await keyOf(provider.chain, { block, envelope, keys, signal }, depth + 1);
  return derive(passphrase, salt, iterations, keyLength, hash);
}

function passphraseOf({ name, passphrase }: KeyProvider & { type: 'pbkdf2' }): string {
  if (typeof passphrase === 'string') return passphrase;
  const from = passphrase ? `comes from ${passphrase.reference}, which is not evaluated here` : 'is missing';
  throw new Unopened('encrypted', `The state is encrypted with a passphrase, and that of ${name} ${from}. ${HOW}`);
}

function unsupported(provider: KeyProvider, meta: KeyMeta | undefined): Unopened {
  const kind = meta?.kind === 'other' ? meta.name : provider.name;
  return new Unopened('encryption_unsupported', unsupportedText(kind, provider.metaKey));
}

const unsupportedText = (kind: string, key: string) =>
  `The key of the state is kept by ${named(kind)} (${named(key)}), which is not supported. Exclude this state, or encrypt it with pbkdf2 or aws_kms.`;

const NONCE = 12;
const TAG = 16;
const CIPHERS: Readonly<Record<number, 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'>> = {
  16: 'aes-128-gcm',
  24: 'aes-192-gcm',
  32: 'aes-256-gcm',
};

/** Opens AES-GCM in Go's layout: nonce, ciphertext, tag. */
function openSealed(key: Uint8Array, aad: Uint8Array, sealed: Uint8Array, name: string): Uint8Array {
  const cipher = CIPHERS[key.length];
  if (!cipher)
    throw new Unopened('wrong_key', `${named(name)} yields a key of ${key.length} bytes, which AES does not support.`);
  try {
    const decipher = createDecipheriv(cipher, key, sealed.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(aad).setAuthTag(sealed.subarray(Math.max(sealed.length - TAG, NONCE)));
    const text = decipher.update(sealed.subarray(NONCE, -TAG));
    return Buffer.concat([text, decipher.final()]);
  } catch {
    // Node's message is less specific.
    throw new Unopened(
      'wrong_key',
      `The state does not open with ${named(name)}: the passphrase, the key or the aad is another one, or the state is damaged.`,
    );
  }
}

type Opening = { envelope: Envelope; keys: StateKeys; signal: AbortSignal | undefined };

async function openWith(method: Method, opening: Opening & { block: EncryptionBlock }): Promise<Uint8Array> {
  if (method.type !== 'aes_gcm')
    throw new Unopened(
      'encryption_unsupported',
      `The state is encrypted by ${named(method.name)}; only aes_gcm can be opened.`,
    );
  const key = await keyOf(method.keys, opening);
  return openSealed(key, method.aad, opening.envelope.data, method.keys);
}

/** The methods that follow from the state itself: a data key of AWS KMS needs no configuration. */
function derivedBlock({ meta }: Envelope): EncryptionBlock {
  const kmsKeys = [...meta].filter(([, { kind }]) => kind === 'aws_kms').map(([key]) => key);
  return {
    keyProviders: new Map(kmsKeys.map((name) => [name, { type: 'aws_kms', name, metaKey: name }])),
    methods: kmsKeys.map((keys) => ({ type: 'aes_gcm', name: keys, keys, aad: new Uint8Array() })),
  };
}

function keyless({ meta }: Envelope, { problem: wrong }: StateKeys): Unopened {
  if (wrong !== undefined) return new Unopened('encrypted', `The state is encrypted by OpenTofu, and ${wrong}`);
  const [key, first] = [...meta].find(([, { kind }]) => kind === 'other') ?? [...meta][0] ?? [];
  if (key !== undefined && first?.kind === 'other')
    return new Unopened('encryption_unsupported', unsupportedText(first.name, key));
  const which = key === undefined ? '' : ` (${named(key)})`;
  return new Unopened(
    'encrypted',
    `The state is encrypted by OpenTofu with a passphrase${which} that Plumbline was not given. ${HOW}`,
  );
}

/** True if the serial and lineage inside agree with those outside. OpenTofu rejects other states. */
function agrees(text: Uint8Array, { serial, lineage }: Envelope): boolean {
  const inside = parsed(text);
  if (!isObject(inside)) return false;
  return (serial === undefined || inside.serial === serial) && (lineage === undefined || inside.lineage === lineage);
}

/** From the least to the most specific: missing keys, unsupported methods, wrong keys. */
const ORDER: readonly Unopened['code'][] = ['encrypted', 'encryption_unsupported', 'wrong_key'];

async function open(opening: Opening): Promise<Uint8Array> {
  const { envelope, keys } = opening;
  let worst: Unopened | undefined;
  for (const block of [...keys.blocks, derivedBlock(envelope)])
    for (const method of block.methods.filter(({ type }) => type !== 'unencrypted')) {
      try {
        return await openWith(method, { ...opening, block });
      } catch (error) {
        if (!(error instanceof Unopened)) throw error;
        if (!worst || ORDER.indexOf(error.code) > ORDER.indexOf(worst.code)) worst = error;
      }
    }
  throw worst ?? keyless(envelope, keys);
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const problem = (code: Closed['code'], detail: string): Closed => ({ ok: false, code, detail });

/**
 * Decrypts an encrypted state; returns other bytes unchanged. Returns a code and detail for a state that cannot be
 * decrypted. Throws `SourceProblem` if the key management service refuses.
 */
export async function decryptState(
  bytes: Uint8Array,
  keys: StateKeys,
  signal?: AbortSignal,
): Promise<{ ok: true; bytes: Uint8Array } | Closed> {
  const document = parsed(bytes);
  if (!isObject(document) || !('encrypted_data' in document)) return { ok: true, bytes };
  const envelope = readEnvelope(document);
  if ('unknownVersion' in envelope)
    return problem(
      'encryption_unsupported',
      `The state is encrypted in a format that this version of Plumbline does not know (encryption_version ${named(envelope.unknownVersion)}). Update it.`,
    );
  if ('damaged' in envelope) return problem('invalid', `The encrypted state is damaged: ${envelope.damaged}.`);
  try {
    const text = await open({ envelope, keys, signal });
    if (agrees(text, envelope)) return { ok: true, bytes: text };
    return problem(
      'invalid',
      'The serial or the lineage beside the encrypted state is not the one inside: it was changed after it was written.',
    );
  } catch (error) {
    if (error instanceof Unopened) return problem(error.code, error.message);
    throw error;
  }
}
