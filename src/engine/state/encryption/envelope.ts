import { isObject } from '../../../base/json.ts';

/** OpenTofu's metadata of a key provider, stored with the encrypted state: the parameters that derive the key. */
export type KeyMeta =
  | { kind: 'pbkdf2'; salt: Uint8Array; iterations: number; hash: 'sha256' | 'sha512'; keyLength: number }
  | { kind: 'aws_kms'; ciphertext: Uint8Array; context: Readonly<Record<string, string>> }
  /** An unsupported key provider; `name` is for people. */
  | { kind: 'other'; name: string }
  | { kind: 'damaged' };

/** An encrypted state as OpenTofu writes it, format `v0`. */
export type Envelope = {
  serial: number | undefined;
  lineage: string | undefined;
  /** By the configured metadata key: `key_provider.pbkdf2.main`, or an alias. */
  meta: ReadonlyMap<string, KeyMeta>;
  data: Uint8Array;
};

/** An unreadable envelope. The text is part of a sentence. */
export type NoEnvelope = { unknownVersion: string } | { damaged: string };

/** Decodes bytes as Go encodes them in JSON: base64. */
function bytes(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return undefined;
  return new Uint8Array(Buffer.from(value, 'base64'));
}

/** More iterations would keep a processor busy for minutes. OpenTofu's default is 600,000. */
const MAX_ITERATIONS = 10_000_000;
const MAX_KEY_LENGTH = 1024;

const within = (value: unknown, max: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= max;

function pbkdf2Of(meta: Record<string, unknown>): KeyMeta {
  const { iterations, hash_function: hash, key_length: keyLength } = meta;
  const salt = bytes(meta.salt);
  if (!salt?.length || (hash !== 'sha256' && hash !== 'sha512')) return { kind: 'damaged' };
  if (!within(iterations, MAX_ITERATIONS) || !within(keyLength, MAX_KEY_LENGTH)) return { kind: 'damaged' };
  return { kind: 'pbkdf2', salt, iterations, hash, keyLength };
}

function kmsOf(meta: Record<string, unknown>): KeyMeta {
  const ciphertext = bytes(meta.ciphertext_blob);
  const pairs = isObject(meta.encryption_context) ? Object.entries(meta.encryption_context) : [];
  const context = pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  if (!ciphertext?.length || context.length < pairs.length) return { kind: 'damaged' };
  return { kind: 'aws_kms', ciphertext, context: Object.fromEntries(context) };
}

/** Recognises other key providers by their metadata key or, if that is an alias, by their fields. */
function otherOf(key: string, meta: Record<string, unknown>): KeyMeta {
  const type = /^key_provider\.([\w-]{1,64})\./.exec(key)?.[1];
  if (type !== undefined) return { kind: 'other', name: type };
  if ('external_data' in meta) return { kind: 'other', name: 'external' };
  if ('authentication_tag' in meta) return { kind: 'other', name: 'azure_vault' };
  return { kind: 'other', name: 'ciphertext' in meta ? 'gcp_kms or openbao' : 'an unknown key provider' };
}

function metaOf(key: string, value: unknown): KeyMeta {
  const raw = bytes(value);
  let meta: unknown;
  try {
    meta = JSON.parse(new TextDecoder().decode(raw ?? new Uint8Array()));
  } catch {
    return { kind: 'damaged' };
  }
  if (!isObject(meta)) return { kind: 'damaged' };
  if ('iterations' in meta) return pbkdf2Of(meta);
  if ('ciphertext_blob' in meta) return kmsOf(meta);
  return otherOf(key, meta);
}

/** Reads the unencrypted fields of an encrypted state (OpenTofu, internal/encryption: `basedata` and `statedata`). */
export function readEnvelope(document: Record<string, unknown>): Envelope | NoEnvelope {
  const { encryption_version: version, meta, lineage, serial } = document;
  if (version !== 'v0') return { unknownVersion: typeof version === 'string' ? version.slice(0, 20) : 'none' };
  const data = bytes(document.encrypted_data);
  if (!data?.length) return { damaged: 'encrypted_data is not base64' };
  return {
    serial: Number.isInteger(serial) ? Number(serial) : undefined,
    lineage: typeof lineage === 'string' && lineage !== '' ? lineage : undefined,
    meta: new Map(Object.entries(isObject(meta) ? meta : {}).map(([key, value]) => [key, metaOf(key, value)])),
    data,
  };
}
