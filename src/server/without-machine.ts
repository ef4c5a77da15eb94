/** What texts of providers may reveal of the machine that they run on. */
type Machine = {
  /** Directories whose names nobody else has to know; what lies in them is hidden with them. */
  directories: readonly string[];
  /** Names of the machine, and of hosts that only it knows. */
  hosts: readonly string[];
};

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** What may stand in the name of a file, and ends no sentence. */
const FURTHER = String.raw`(?:[^\s"'<>|,;:)]*[^\s"'<>|,;:).])?`;

/** Makes a function that takes them out of texts that tenants read: a provider quotes the files and hosts that it had trouble with. */
export function withoutMachine({ directories, hosts }: Machine): (text: string) => string {
  const longest = (a: string, b: string) => b.length - a.length;
  // The root, and what is hardly longer, occur in every text.
  const paths = directories.filter((one) => one.length > 3 && one.startsWith('/')).toSorted(longest);
  // A single word (`plumbline`, `production`) occurs in other texts, too, and reveals little.
  const names = hosts.filter((one) => /[\d.-]/.test(one) && one.length > 3).toSorted(longest);
  const replacements: [RegExp, string][] = [
    ...paths.map((one): [RegExp, string] => [new RegExp(escape(one) + FURTHER, 'g'), '(a file of the server)']),
    ...names.map((one): [RegExp, string] => [new RegExp(`(?<![\\w.-])${escape(one)}(?![\\w-])`, 'gi'), '(the server)']),
  ];
  return (text) => replacements.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}
