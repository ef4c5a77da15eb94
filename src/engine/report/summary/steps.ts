import { plain } from '../wording/clean.ts';
import { addressIn } from '../sentence/act.ts';
import { join } from '../wording/words.ts';
import type { Told } from '../tally.ts';
import { matterText, type Call } from '../matters.ts';

/** A command is given for an address that a shell and a person read as it is. */
const LONGEST_ADDRESS = 200;
const isSpeakable = ({ resource }: Told) => resource.length <= LONGEST_ADDRESS && plain(resource) === resource;

/** As one word of a POSIX shell. */
const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const names = (all: readonly Told[]) =>
  join(
    all.map(({ resource }) => addressIn(resource)),
    all.length,
  );

/** One command for each state, since each has a directory of its own; which one is said where there are several. */
function commands(all: readonly Told[], several: boolean, command: (those: readonly Told[]) => string): string[] {
  const states = Map.groupBy(all.filter(isSpeakable), ({ state_key: key }) => key);
  return [...states].map(([key, those]) => {
    const where = several ? `   (${addressIn(key)}) ` : '   ';
    return where + command(those);
  });
}

const apply = (those: readonly Told[]) =>
  `terraform apply ${those.map(({ resource }) => `-target=${word(resource)}`).join(' ')}`;
const bind = (those: readonly Told[]) =>
  those
    .map(({ resource }) => `terraform state rm ${word(resource)} && terraform import ${word(resource)} NEW_ID`)
    .join(' && ');

/** What is written into the configuration to keep it: `ingress of aws_security_group.web`. */
const values = (all: readonly Told[]) =>
  join(
    all.map(({ resource, attributes }) => `${join(attributes, attributes.length)} of ${addressIn(resource)}`),
    all.length,
  );

type Step = (all: readonly Told[], several: boolean) => string[];

/** What is said, with the command below it; of whatever no command can be given, its name. */
function saying(text: string, command: (those: readonly Told[]) => string): Step {
  return (all, several) => {
    const unspeakable = all.filter((one) => !isSpeakable(one));
    const others = unspeakable.length === 0 ? '' : ` (${names(unspeakable)})`;
    return [`${text}${others}:`, ...commands(all, several, command)];
  };
}

const SAY: Record<Call, Step> = {
  revert: saying('Put back first, unless it was decided to be so', apply),
  restore: saying('Before anybody applies, bring back the data from a backup, and import what was restored', bind),
  secret: saying(
    'Ask who changed the secret values: a new one that is right has to be written where Terraform takes it from; else put the old one back',
    apply,
  ),
  remake: (all, several) => [
    ...saying('Make again what was deleted', apply)(all, several),
    '   If it is gone on purpose, take it out of the configuration; if there is another one in its place, import that:',
    ...commands(all.slice(0, 1), several, bind),
  ],
  keep: (all) => [`Codify what is stricter, before an apply loosens it: ${values(all)}.`],
  decide(all, several) {
    const changed = all.filter(({ kind, attributes }) => kind === 'changed' && attributes.length > 0);
    return [
      ...saying('Decide on these: revert them', apply)(all, several),
      changed.length === 0
        ? '   or take them out of the configuration.'
        : `   or codify them: write ${values(changed)} as they are now, until terraform plan shows no change.`,
    ];
  },
};

/** First what is open or weaker, then what is lost, then what can wait. */
const ORDER: readonly Call[] = ['revert', 'restore', 'secret', 'remake', 'keep', 'decide'];

/** What to do about the findings that are told, first things first: numbered, with commands below. */
export function steps(told: readonly Told[]): string[] {
  const several = new Set(told.map(({ state_key: key }) => key)).size > 1;
  const calls = Map.groupBy(told, ({ matter }) => matterText(matter).call);
  const replaced = told.filter(({ replaces }) => replaces);
  const careful = `Careful: an apply replaces ${names(replaced)}, since what differs cannot be changed in place; codify it where that must not be.`;
  const all = [
    ...(replaced.length === 0 ? [] : [[careful]]),
    ...ORDER.flatMap((call) => {
      const those = calls.get(call);
      return those ? [SAY[call](those, several)] : [];
    }),
  ];
  return all.flatMap(([first = '', ...rest], at) => [`${at + 1}. ${first}`, ...rest]);
}
