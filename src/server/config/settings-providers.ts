import * as read from './setting-readers.ts';
import { optional, secret, setting } from './setting.ts';
import { readProviderSettings } from '../../services/provider-settings/grants.ts';

/** Settings of provider plugins: which ones run, and how. */
export const PROVIDER_SETTINGS = {
  providerMirror: optional('PLUMBLINE_PROVIDER_MIRROR', read.text).means(
    'A Terraform filesystem mirror of provider plugins, which is searched first.',
  ),
  providerDownload: setting('PLUMBLINE_PROVIDER_DOWNLOAD', read.flag, '0').means(
    'Whether a provider that is not on this machine may be downloaded from the OpenTofu registry. Whoever can write a state then decides which of those that PLUMBLINE_PROVIDERS allows runs here.',
  ),
  providerRegistry: setting(
    'PLUMBLINE_PROVIDER_REGISTRY',
    read.url('http:', 'https:'),
    'https://registry.opentofu.org',
  ).means('The registry to download providers from.'),
  stateKeys: secret('PLUMBLINE_STATE_KEYS', read.stateKeys).means(
    "Keys to organizations' states that OpenTofu encrypted with a passphrase: a JSON object whose keys are ids of organizations (logins may change hands) and whose values are the content of `encryption { }`, as HCL in a text or as JSON, or lists of these. With AWS KMS the organization's role decrypts them, once it may: `plumbline aws set --state-key`.",
  ),
  tofuEncryption: secret('TF_ENCRYPTION', read.text).means(
    "OpenTofu's own setting, in HCL or JSON: `plumbline scan` opens encrypted states with it.",
  ),
  providers: setting(
    'PLUMBLINE_PROVIDERS',
    read.list(read.providerPattern),
    'hashicorp/aws,hashicorp/random,hashicorp/tls,hashicorp/time,hashicorp/null',
  ).means(
    'Which providers may be run, separated by commas; * stands for any text within a part, and without a host the public registries are meant. Whoever can write a state chooses among them: docs/providers.md. plumbline scan runs whichever the states name, unless this is set.',
  ),
  providerSettings: secret('PLUMBLINE_PROVIDER_SETTINGS', readProviderSettings).means(
    'The configuration of providers other than hashicorp/aws, as JSON: [{"provider": "hashicorp/google", "alias": "west", "states": ["prod/*"], "organizations": ["org_…"], "config": {…}, "env": {…}}]. An organization that is not named gets nothing of it: docs/providers.md.',
  ),
  providerProcesses: setting('PLUMBLINE_PROVIDER_PROCESSES', read.integer(1, 64), '4').means(
    'How many provider plugins run at once, each with one configuration (account, role, region); more configurations take turns. Each takes some 200 to 400 MB. PLUMBLINE_WORKERS share them, and each has one at least.',
  ),
  providerMemory: setting('PLUMBLINE_PROVIDER_MEMORY', read.integer(128, 65_536), '1024').means(
    'MiB that one provider plugin may use: near it, it is replaced when its reads have ended; beyond it, it is killed. Linux only.',
  ),
  sandbox: setting('PLUMBLINE_SANDBOX', read.oneOf('auto', 'off'), 'auto').means(
    'Whether provider plugins are kept from files, processes and networks that are not theirs: docs/providers.md. auto: as far as this machine lets it, and a server that cannot runs only the default providers, for one organization. off: they run as this user, and you accept it.',
  ),
  gateway: setting('PLUMBLINE_GATEWAY', read.flag, '1').means(
    "Whether AWS's provider goes out through the gateway, which holds the credentials: docs/gateway.md. 0 gives it the credentials, to find out whether a difference is the gateway's doing.",
  ),
  providerReads: setting('PLUMBLINE_PROVIDER_READS', read.integer(1, 500), '120').means(
    'Reads at once through one provider plugin; of one service of an account there are a third at most.',
  ),
};
