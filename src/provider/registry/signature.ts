import type { Key, Signature } from 'openpgp';

/**
 * Whether one of the keys made this detached OpenPGP signature (binary or armored) of exactly these bytes. A key need
 * have been valid when it signed, not today: releases outlive the keys that signed them. Keys and signatures that cannot
 * be read, or use algorithms that are no longer safe, prove nothing.
 */
export async function isSignedBy(data: Uint8Array, signature: Uint8Array, armoredKeys: string[]): Promise<boolean> {
  // Loaded when needed: it takes longer to load than most starts of the server take, and few ever download.
  const openpgp = await import('openpgp');
  const readable = await Promise.all(
    armoredKeys.map((armoredKeys) => openpgp.readKeys({ armoredKeys }).catch((): Key[] => [])),
  );
  const armored = new TextDecoder().decode(signature.subarray(0, 10)).startsWith('-----BEGIN');
  const parsed: Signature | undefined = await (
    armored
      ? openpgp.readSignature({ armoredSignature: new TextDecoder().decode(signature) })
      : openpgp.readSignature({ binarySignature: signature })
  ).catch(() => undefined);
  if (!parsed) return false;
  const message = await openpgp.createMessage({ binary: data });
  const result = await openpgp.verify({ message, signature: parsed, verificationKeys: readable.flat() });
  const verdicts = await Promise.allSettled(result.signatures.map((made) => made.verified));
  return verdicts.some((verdict) => verdict.status === 'fulfilled' && verdict.value);
}
