import type { Json } from '../../../base/json.ts';
import type { AttributeDrift, Finding } from '../../model/analysis.ts';
import { isTruncated } from '../../value/truncate.ts';
import { isPlainAddress, word as shellWord } from './steps.ts';
import { plain } from '../wording/clean.ts';

/** The commands that revert a finding: `plan` shows the change, `apply` makes it. */
export type Revert = { plan: string; apply: string };

/**
 * The commands for one finding, in the directory of its root module if that is known. Null for addresses that cannot be
 * used in a command.
 */
export function revertOf({ resource }: Pick<Finding, 'resource'>, directory: string | undefined): Revert | null {
  if (!isPlainAddress({ resource })) return null;
  const isElsewhere = directory !== undefined && directory !== '.' && plain(directory) === directory;
  const terraform = isElsewhere ? `terraform -chdir=${shellWord(directory)}` : 'terraform';
  const target = `-target=${shellWord(resource)}`;
  return { plan: `${terraform} plan ${target}`, apply: `${terraform} apply ${target}` };
}

const NAME = /^[A-Za-z_][\w-]*$/;
const isSimple = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Writes a value as HCL: JSON with escaped template markers. */
const literal = (value: Json): string =>
  JSON.stringify(value)
    .replaceAll(/([$%])(?=\{)/g, '$1$1')
    .replaceAll(/,(?=")/g, ', ');

/**
 * The arguments that change the code to the value in the cloud. Null if a value is secret, in a block, or not a whole
 * argument.
 */
export function codeFor({ kind, attributes, attributes_omitted: omitted }: Finding): string | null {
  const argument = ({ path, after, sensitive, action }: AttributeDrift): string | undefined => {
    const isPlain = isSimple(after) || (Array.isArray(after) && after.length > 0 && after.every(isSimple));
    if (sensitive || isTruncated(after) || action === 'removed' || !NAME.test(path) || after === null || !isPlain)
      return undefined;
    return plain(literal(after)) === literal(after) ? `${path} = ${literal(after)}` : undefined;
  };
  const written = attributes.map(argument);
  const isWhole = kind === 'changed' && omitted === undefined && written.length > 0;
  return isWhole && written.every((one) => one !== undefined) ? written.join('\n') : null;
}
