import {
  flag,
  integer,
  list,
  oneOf,
  optional,
  providerPattern,
  secret,
  setting,
  stateKeys,
  text,
  url,
} from './setting-readers.ts';
import { readProviderSettings } from './provider-settings.ts';

/** What provider plugins are run with, and which. */
export const PROVIDER_SETTINGS = {
  providerMirror: optional({
    name: 'PLUMBLINE_PROVIDER_MIRROR',
    help: 'A Terraform filesystem mirror of provider plugins, which is searched first.',
    read: text,
  }),
  providerDownload: setting({
    name: 'PLUMBLINE_PROVIDER_DOWNLOAD',
    help: 'Whether a provider that is not on this machine may be downloaded from the OpenTofu registry. Whoever can write a state then decides which of those that PLUMBLINE_PROVIDERS allows runs here.',
    fallback: '0',
    read: flag,
  }),
  providerRegistry: setting({
    name: 'PLUMBLINE_PROVIDER_REGISTRY',
    help: 'The registry to download providers from.',
    fallback: 'https://registry.opentofu.org',
    read: url('http:', 'https:'),
  }),
  stateKeys: secret({
    name: 'PLUMBLINE_STATE_KEYS',
    help: "Keys to organizations' states that OpenTofu encrypted with a passphrase: a JSON object whose keys are ids of organizations (logins may change hands) and whose values are the content of `encryption { }`, as HCL in a text or as JSON, or lists of these. With AWS KMS the organization's role decrypts them, once it may: `plumbline aws set --state-key`.",
    read: stateKeys,
  }),
  tofuEncryption: secret({
    name: 'TF_ENCRYPTION',
    help: "OpenTofu's own setting, in HCL or JSON: `plumbline scan` opens encrypted states with it.",
    read: text,
  }),
  providers: setting({
    name: 'PLUMBLINE_PROVIDERS',
    help: 'Which providers may be run, separated by commas; * stands for any text within a part, and without a host the public registries are meant. Whoever can write a state chooses among them: docs/providers.md. plumbline scan runs whichever the states name, unless this is set.',
    fallback: 'hashicorp/aws,hashicorp/random,hashicorp/tls,hashicorp/time,hashicorp/null',
    read: list(providerPattern),
  }),
  providerSettings: secret({
    name: 'PLUMBLINE_PROVIDER_SETTINGS',
    help: 'The configuration of providers other than hashicorp/aws, as JSON: [{"provider": "hashicorp/google", "alias": "west", "states": ["prod/*"], "organizations": ["org_…"], "config": {…}, "env": {…}}]. An organization that is not named gets nothing of it: docs/providers.md.',
    read: readProviderSettings,
  }),
  providerProcesses: setting({
    name: 'PLUMBLINE_PROVIDER_PROCESSES',
    help: 'How many provider plugins run at once, each with one configuration (account, role, region); more configurations take turns. Each takes some 200 to 400 MB. PLUMBLINE_WORKERS share them, and each has one at least.',
    fallback: '4',
    read: integer(1, 64),
  }),
  providerMemory: setting({
    name: 'PLUMBLINE_PROVIDER_MEMORY',
    help: 'MiB that one provider plugin may use: near it, it is replaced when its reads have ended; beyond it, it is killed. Linux only.',
    fallback: '1024',
    read: integer(128, 65_536),
  }),
  sandbox: setting({
    name: 'PLUMBLINE_SANDBOX',
    help: 'Whether provider plugins are kept from files, processes and networks that are not theirs: docs/providers.md. auto: as far as this machine lets it, and a server that cannot runs only the default providers, for one organization. off: they run as this user, and you accept it.',
    fallback: 'auto',
    read: oneOf('auto', 'off'),
  }),
  gateway: setting({
    name: 'PLUMBLINE_GATEWAY',
    help: "Whether AWS's provider goes out through the gateway, which holds the credentials: docs/gateway.md. 0 gives it the credentials, to find out whether a difference is the gateway's doing.",
    fallback: '1',
    read: flag,
  }),
  providerReads: setting({
    name: 'PLUMBLINE_PROVIDER_READS',
    help: 'Reads at once through one provider plugin; of one service of an account there are a third at most.',
    fallback: '120',
    read: integer(1, 500),
  }),
};
