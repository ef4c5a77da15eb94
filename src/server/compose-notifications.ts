import { join } from 'node:path';
import type { Poster } from '../base/poster.ts';
import { createPoster } from '../integrations/http-post/post.ts';
import { createVault, type Vault } from '../services/secrets/vault.ts';
import type { Config } from './config.ts';
import { keptKey } from './kept-key.ts';

/** Opened with PLUMBLINE_SECRETS_KEY, or with what lies in `<dataDir>/secrets.key`, which is made where it is not there. */
export function composeVault({ secretsKeys }: Config, dataDir: string): Vault {
  return createVault(secretsKeys ?? [keptKey(join(dataDir, 'secrets.key'), 'a key for secrets').key]);
}

/** Reaches what the operator lets organizations' webhooks reach. */
export function composePoster({ webhookNetworks: networks, webhookHttp: http }: Config): Poster {
  return createPoster({ networks, http });
}
