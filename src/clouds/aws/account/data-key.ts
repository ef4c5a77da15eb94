import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { DataKeyRequest } from '../../../engine/state/encryption/decrypt.ts';
import { clientOptions } from './client.ts';
import { refusedCredentials, unreachable, AwsProblem, causeOf, failureOf } from './problems.ts';
import type { AwsSettings } from './settings.ts';

/** The region of a key's ARN; an id or alias has none. */
const regionOf = (keyId: string | undefined) => /^arn:[\w-]+:kms:([a-z0-9-]+):/.exec(keyId ?? '')?.[1];

function keyProblem(error: unknown, settings: AwsSettings): AwsProblem {
  if (error instanceof AwsProblem) return error;
  const { kind, name } = failureOf(error);
  if (kind === 'bad_credentials') return refusedCredentials(name, error);
  if (kind === 'unreachable') return unreachable(settings, 'KMS', error);
  const [detail, hint] =
    kind === 'denied'
      ? [
          'These credentials may not decrypt the key of the state.',
          'Allow kms:Decrypt on the key that OpenTofu encrypts it with: set state_key_arn (plumbline aws set --state-key) and take the permission policy over again.',
        ]
      : [
          `KMS does not decrypt the key of the state (${name}).`,
          'Check that the key exists in this account and region, is enabled, and is the one that the state was encrypted with.',
        ];
  return new AwsProblem('key_unavailable', detail, hint, causeOf(error));
}

/**
 * Decrypts a state's data key with AWS KMS. The region is the configuration's, else the key ARN's, else that of
 * `settings`. Throws `AwsProblem`.
 */
export async function decryptDataKey(
  settings: AwsSettings,
  { ciphertext, context, keyId, region }: DataKeyRequest,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const there = { ...settings, region: region ?? regionOf(keyId) ?? settings.region };
  const client = new KMSClient(clientOptions(there));
  try {
    const command = new DecryptCommand({
      CiphertextBlob: ciphertext,
      EncryptionContext: { ...context },
      ...(keyId !== undefined && { KeyId: keyId }),
    });
    const { Plaintext } = await client.send(command, { ...(signal && { abortSignal: signal }) });
    return Plaintext ?? new Uint8Array();
  } catch (error) {
    signal?.throwIfAborted();
    throw keyProblem(error, there);
  } finally {
    client.destroy();
  }
}
