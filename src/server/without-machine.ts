/** Facts about the server's machine that texts of providers may reveal. */
type Machine = {
  /** Directories whose paths are hidden, with everything below them. */
  directories: readonly string[];
  /** Names of the machine, and of hosts that only it knows. */
  hosts: readonly string[];
};

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The rest of a file name, without punctuation that ends a sentence. */
const FURTHER = String.raw`(?:[^\s"'<>|,;:)]*[^\s"'<>|,;:).])?`;

/** Makes a function that removes these facts from texts for tenants: providers quote files and hosts in their errors. */
export function withoutMachine({ directories, hosts }: Machine): (text: string) => string {
  const longest = (a: string, b: string) => b.length - a.length;
  // The root and other very short paths occur in every text.
  const paths = directories.filter((one) => one.length > 3 && one.startsWith('/')).toSorted(longest);
  // A single word (`plumbline`, `production`) also occurs in other texts, and reveals little.
  const names = hosts.filter((one) => /[\d.-]/.test(one) && one.length > 3).toSorted(longest);
  const replacements: [RegExp, string][] = [
    ...paths.map((one): [RegExp, string] => [new RegExp(escape(one) + FURTHER, 'g'), '(a file of the server)']),
    ...names.map((one): [RegExp, string] => [new RegExp(`(?<![\\w.-])${escape(one)}(?![\\w-])`, 'gi'), '(the server)']),
  ];
  return (text) => replacements.reduce((rest, [pattern, instead]) => rest.replaceAll(pattern, instead), text);
}
