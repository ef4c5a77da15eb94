import { messageOf } from '../../base/errors.ts';
import { isModuleFile } from '../../base/module-files.ts';
import { plural } from '../../base/plural.ts';
import { backendFacts, moduleFacts } from '../../engine/mapping/module-facts.ts';
import { nameIn } from '../../engine/mapping/paths.ts';
import type { FileFacts } from '../../engine/mapping/types.ts';
import { parseLockFile } from '../../provider/locations/lock-file.ts';
import { maskText } from '../../engine/mask/mask.ts';
import { secretFields } from '../base/refuse-secrets.ts';
import { CONFIG_FILE } from '../repository-config/name.ts';
import { parseRepositoryConfig, type RepositoryConfig } from '../repository-config/parse.ts';

const LOCK_FILE = '.terraform.lock.hcl';

/** The kind of a file by its name: Plumbline's configuration, Terraform code, a lock file, or backend settings. */
export type FileKind = 'config' | 'module' | 'lock' | 'backend';

/** Directories of downloaded and generated files. */
const FOREIGN = /(?:^|\/)(?:\.terraform|\.terragrunt-cache|node_modules|\.git)\//;
/** Files of HashiCorp's other tools, and files of Terraform without settings. */
const OTHER_HCL =
  /(?:^|\/)(?:terragrunt|\.tflint|\.packer|root)\.hcl$|\.(?:pkr|pkrvars|nomad|tftest|tfmock|tfstack|tfcomponent|tfdeploy|tfquery|policy|sentinel)\.hcl$/;
/** Other common names of files for `-backend-config`. */
const BACKEND_NAME = /(?:^|\/)[^/]*backend[^/]*(?:\/[^/]+)?\.(?:tfvars|conf|config|cfg)$/i;

/** The kind of the file at a path; undefined if it has no facts about states. */
export function kindOf(path: string): FileKind | undefined {
  if (path === CONFIG_FILE) return 'config';
  if (FOREIGN.test(path)) return undefined;
  const name = nameIn(path);
  if (name === LOCK_FILE) return 'lock';
  if (isModuleFile(name)) return 'module';
  const isBackend =
    name.endsWith('.tfbackend') || (name.endsWith('.hcl') && !OTHER_HCL.test(path)) || BACKEND_NAME.test(path);
  return isBackend ? 'backend' : undefined;
}

function lockFacts(text: string): FileFacts {
  try {
    return { lock: Object.fromEntries(parseLockFile(text)) };
  } catch (error) {
    return { problems: [`is not used: ${messageOf(error)}.`] };
  }
}

const MAX_SHOWN = 20;

/** The stored facts of a configuration: names that look like secrets are refused as by the API, reasons are masked. */
function harmless({ states, ignore }: RepositoryConfig): FileFacts {
  const odd = ignore.find((rule) => secretFields({ ...rule, reason: '' }).length > 0);
  if (odd)
    return { problems: [`the rule ${maskText(odd.id)} holds what looks like a secret. The file has no effect.`] };
  return { config: { states, ignore: ignore.map((rule) => ({ ...rule, reason: maskText(rule.reason) })) } };
}

function configFacts(text: string): FileFacts {
  const parsed = parseRepositoryConfig(text);
  if ('config' in parsed) return harmless(parsed.config);
  const { problems } = parsed;
  const shown = problems
    .slice(0, MAX_SHOWN)
    .map(({ line, column, message }) => `line ${line}, column ${column}: ${message}. The file has no effect.`);
  const more = problems.length - shown.length;
  return { problems: more > 0 ? [...shown, `${plural(more, 'problem')} more.`] : shown };
}

/** The maximal number of characters stored for one file; a lock file of many providers has some ten thousand. */
const MAX_FACTS = 131_072;

const bounded = (facts: FileFacts): FileFacts =>
  JSON.stringify(facts).length <= MAX_FACTS
    ? facts
    : { problems: ['is not used: it states more than is stored of one file.'] };

/** The facts of a file by its kind; texts that are no UTF-8 have none. Never throws: errors are among the problems. */
export function factsOf(kind: FileKind, path: string, bytes: Uint8Array): FileFacts {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return kind === 'backend' ? {} : { problems: ['is not read: it is no UTF-8.'] };
  }
  const name = nameIn(path);
  if (kind === 'module') return bounded(moduleFacts(name, text));
  if (kind === 'backend') return bounded(backendFacts(path, text));
  return bounded(kind === 'lock' ? lockFacts(text) : configFacts(text));
}
