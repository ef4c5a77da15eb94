import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts so that access to the database alone does not reveal them. */
export type Vault = {
  /** `context` names the place of storage: the text does not open in another place. */
  seal(text: string, context: string): Uint8Array;
  /** Throws `Unsealable` if no key fits. */
  open(sealed: Uint8Array, context: string): string;
};

/** The text was sealed with an unknown key, or was changed or moved. */
export class Unsealable extends Error {
  constructor() {
    super('sealed with another key than this instance has');
    this.name = 'Unsealable';
  }
}

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
/** The lengths in bytes of the version with the key's id, of the nonce, and of the tag. */
const [HEAD, NONCE, TAG] = [5, 12, 16];

type Key = { id: Buffer; bytes: Buffer };

function keyOf(text: string): Key {
  const bytes = Buffer.from(hkdfSync('sha256', text, '', 'plumbline secrets', 32));
  return { id: createHash('sha256').update(bytes).digest().subarray(0, 4), bytes };
}

function opened({ bytes }: Key, sealed: Buffer, context: string): string {
  const decipher = createDecipheriv(CIPHER, bytes, sealed.subarray(HEAD, HEAD + NONCE), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(-TAG));
  const text = decipher.update(sealed.subarray(HEAD + NONCE, -TAG));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/**
 * AES-256-GCM with keys derived from `texts`: the first seals, all open, so that keys can be rotated. The texts have to
 * be random, since the derivation is fast (docs/decisions/0017-sealed-secrets.md).
 */
export function createVault(texts: readonly string[]): Vault {
  const keys = texts.map(keyOf);
  const [first] = keys;
  if (!first) throw new Error('a vault needs a key');
  return {
    seal(text, context) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv(CIPHER, first.bytes, nonce, { authTagLength: TAG });
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([VERSION]), first.id, nonce, sealed, cipher.getAuthTag()]);
    },
    open(given, context) {
      const sealed = Buffer.from(given);
      if (sealed.length < HEAD + NONCE + TAG || sealed[0] !== VERSION) throw new Unsealable();
      const key = keys.find(({ id }) => id.equals(sealed.subarray(1, HEAD)));
      if (!key) throw new Unsealable();
      try {
        return opened(key, sealed, context);
      } catch {
        throw new Unsealable();
      }
    },
  };
}

/** Opens a sealed text; undefined if this instance lacks its key. */
export function openIfOurs(vault: Vault, sealed: Uint8Array, context: string): string | undefined {
  try {
    return vault.open(sealed, context);
  } catch (error) {
    if (error instanceof Unsealable) return undefined;
    throw error;
  }
}

export type WithVault = {
  /** Seals secrets that have to be read again but must not be readable in the database. */
  vault: Vault;
};
