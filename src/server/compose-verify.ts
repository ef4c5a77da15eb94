import { existsSync } from 'node:fs';
import { ProviderProblem } from '../provider/contract/problem.ts';
import { createProviderFinder, type ProviderFinder } from '../provider/find.ts';
import type { CloudPort, VerifyCheck } from '../services/clouds/port.ts';
import type { Config } from './config/config.ts';

/** The provider that reads the resources of AWS. */
const SOURCE = 'registry.terraform.io/hashicorp/aws';
const HINT =
  'Whoever runs Plumbline puts it there, or allows downloads by PLUMBLINE_PROVIDER_DOWNLOAD=1 (docs/providers.md).';

/**
 * Checks whether `find`, which downloads nothing, finds the provider on this machine. A missing one that may be
 * downloaded is ok.
 */
export async function checkProvider(find: ProviderFinder, mayDownload: boolean): Promise<VerifyCheck> {
  try {
    const { version } = await find({ source: SOURCE });
    return { name: 'providers', ok: true, detail: `hashicorp/aws ${version} is on this machine.` };
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const { code, message } = error;
    if (code === 'provider_not_found' && mayDownload)
      return {
        name: 'providers',
        ok: true,
        code: 'provider_to_download',
        detail: 'hashicorp/aws is not on this machine yet. The first analysis downloads it, and takes longer.',
      };
    return {
      name: 'providers',
      ok: false,
      code,
      detail: message,
      ...(code === 'provider_not_found' && { hint: HINT }),
    };
  }
}

/**
 * Adds a check to a cloud's verification: whether this server has the cloud's provider. The check does not affect `ok`,
 * because the bucket may contain states of other clouds, which need other providers.
 */
export function withProviderCheck(cloud: CloudPort, config: Config, cacheDir: string): CloudPort {
  const { providerMirror: mirror, providers: allowed, env } = config;
  const find = createProviderFinder({ mirror, allowed, cacheDir, env, download: false });
  return {
    ...cloud,
    async verify(...given) {
      // A missing mirror makes every search fail, downloads too.
      const mayDownload = config.providerDownload && (mirror === undefined || existsSync(mirror));
      const [verification, check] = await Promise.all([cloud.verify(...given), checkProvider(find, mayDownload)]);
      return { ...verification, checks: [...verification.checks, check] };
    },
  };
}
