import type { JsonObject } from '../../../base/json.ts';

type Rest = { Condition?: JsonObject };
type On = string | readonly string[];

export const policyOf = (statements: readonly JsonObject[]): JsonObject => ({
  Version: '2012-10-17',
  Statement: [...statements],
});

export const allow = (sid: string, action: On, resource: On, rest: Rest = {}): JsonObject => ({
  Sid: sid,
  Effect: 'Allow',
  Action: typeof action === 'string' ? action : [...action],
  Resource: typeof resource === 'string' ? resource : [...resource],
  ...rest,
});

/** @param objects `Resource` or `NotResource` */
export const deny = (sid: string, action: On, objects: JsonObject, rest: Rest = {}): JsonObject => ({
  Sid: sid,
  Effect: 'Deny',
  Action: typeof action === 'string' ? action : [...action],
  ...objects,
  ...rest,
});

/** Allows decryption with any key, but only through these services. */
export const decryptVia = (sid: string, services: On, context: JsonObject = {}): JsonObject =>
  allow(sid, 'kms:Decrypt', '*', {
    Condition: {
      StringLike: { 'kms:ViaService': typeof services === 'string' ? services : [...services], ...context },
    },
  });
