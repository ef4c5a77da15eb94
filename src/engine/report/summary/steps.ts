import { plain } from '../wording/clean.ts';
import { addressIn } from '../sentence/act.ts';
import { join } from '../wording/words.ts';
import type { ListedFinding } from '../totals.ts';
import { matterText, type Call } from '../matters.ts';

/** Longer addresses, and those with hidden characters, get no command. */
const MAX_ADDRESS = 200;
/** True if an address may appear in a command that people copy. */
export const isPlainAddress = ({ resource }: { resource: string }): boolean =>
  resource.length <= MAX_ADDRESS && plain(resource) === resource;

/** Quotes a text as one word of a POSIX shell. */
export const word = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const names = (all: readonly ListedFinding[]) =>
  join(
    all.map(({ resource }) => addressIn(resource)),
    all.length,
  );

/** Returns the lines of a command. */
type Command = (those: readonly ListedFinding[]) => string[];

/** The commands for each state, since each state has its own directory. If there are several states, they are named. */
function commands(all: readonly ListedFinding[], several: boolean, command: Command): string[] {
  const states = Map.groupBy(all.filter(isPlainAddress), ({ state_key: key }) => key);
  return [...states].flatMap(([key, those]) => {
    const where = several ? `   (${addressIn(key)}) ` : '   ';
    return command(those).map((line) => where + line);
  });
}

const apply: Command = (those) => [
  `terraform apply ${those.map(({ resource }) => `-target=${word(resource)}`).join(' ')}`,
];
/**
 * One command per line: if NEW_ID is not filled in, the first command has already removed the resource from the state.
 */
const bind: Command = (those) =>
  those.flatMap(({ resource }) => [
    `terraform state rm ${word(resource)}`,
    `terraform import ${word(resource)} NEW_ID`,
  ]);

/** The settings to write into the configuration: `ingress of aws_security_group.web`. */
const values = (all: readonly ListedFinding[]) =>
  join(
    all.map(({ resource, attributes }) => `${join(attributes, attributes.length)} of ${addressIn(resource)}`),
    all.length,
  );

type Step = (all: readonly ListedFinding[], several: boolean) => string[];

/** A sentence with commands below it. Addresses without a command are named in the sentence. */
function step(text: string, command: Command): Step {
  return (all, several) => {
    const unnamed = all.filter((one) => !isPlainAddress(one));
    const others = unnamed.length === 0 ? '' : ` (${names(unnamed)})`;
    return [`${text}${others}:`, ...commands(all, several, command)];
  };
}

const STEPS: Record<Call, Step> = {
  revert: step('Revert these first, unless intended', apply),
  restore: step('Before the next apply, restore the data from a backup and import the restored resource', bind),
  secret: step(
    'Ask who changed the secret values: write a new value that is right where Terraform reads it from, else revert it',
    apply,
  ),
  recreate: (all, several) => [
    ...step('Recreate deleted resources', apply)(all, several),
    '   If the deletion was intended, remove the resource from the configuration; if another one replaced it, import that:',
    ...commands(all.slice(0, 1), several, bind),
  ],
  keep: (all) => [`Write the stricter settings into the code, before an apply loosens them: ${values(all)}.`],
  decide(all, several) {
    const changed = all.filter(({ kind, attributes }) => kind === 'changed' && attributes.length > 0);
    return [
      ...step('Revert, or update the code', apply)(all, several),
      changed.length === 0
        ? '   To keep it so, remove them from the configuration.'
        : `   To keep the changes, write ${values(changed)} into the code until terraform plan shows no change.`,
    ];
  },
};

/** Exposure first, then loss, then findings that can wait. */
const ORDER: readonly Call[] = ['revert', 'restore', 'secret', 'recreate', 'keep', 'decide'];

/** The next steps for the listed findings: numbered, the most urgent first, with their commands. */
export function steps(listed: readonly ListedFinding[]): string[] {
  const several = new Set(listed.map(({ state_key: key }) => key)).size > 1;
  const calls = Map.groupBy(listed, ({ matter }) => matterText(matter).call);
  const replaced = listed.filter(({ replaces }) => replaces);
  const careful = `Careful: an apply replaces ${names(replaced)}, since the settings that differ cannot be changed in place. Where that must not happen, update the code instead.`;
  const all = [
    ...(replaced.length === 0 ? [] : [[careful]]),
    ...ORDER.flatMap((call) => {
      const those = calls.get(call);
      return those ? [STEPS[call](those, several)] : [];
    }),
  ];
  return all.flatMap(([first = '', ...rest], at) => [`${at + 1}. ${first}`, ...rest]);
}
