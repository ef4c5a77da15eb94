import { append } from '../../base/append.ts';
import { directoryOf, upwards } from './paths.ts';
import type { Layout } from './types.ts';

/** The effect of changed files on the directories of one repository. */
export type Touched = {
  /** True if any file other than prose changed. */
  anything: boolean;
  /** True if the changes touch this directory, which is a root module or one of the `named` directories. */
  has(directory: string): boolean;
};

type File = { path: string; previous_path?: string };

const isProse = (path: string) => /\.(?:md|markdown|rst|adoc)$/i.test(path);
/** Variable and backend files, which a command line may name from any directory. */
const isVariableFile = (path: string) => /\.(?:tfvars|tfvars\.json|tfbackend)$/.test(path);

function reversed(pairs: Iterable<readonly [string, readonly string[] | undefined]>): Map<string, string[]> {
  const byTarget = new Map<string, string[]>();
  for (const [from, all = []] of pairs) for (const to of all) append(byTarget, to, from);
  return byTarget;
}

/**
 * Returns a function that finds the root modules that changed files touch. A file touches the nearest root module above
 * it, root modules that call the file's module, and root modules whose configuration references the file by path. A
 * variable or backend file outside of all root modules touches those next to and below it. A root module in the
 * repository's top directory is touched by deeper files only if it references them. All files in a `named` directory
 * touch it.
 */
export function createTouch(layout: Layout, named: ReadonlySet<string>): (files: readonly File[]) => Touched {
  const roots = new Set(layout.roots);
  const callers = reversed(Object.entries(layout.modules).map(([dir, { calls }]) => [dir, calls]));
  const readers = reversed(Object.entries(layout.modules).map(([dir, { files }]) => [dir, files]));
  const beneath = reversed(layout.roots.map((root) => [root, root === '.' ? [] : [...upwards(directoryOf(root))]]));

  /** The directories of modules that contain or reference a file. */
  function* seeds(path: string): Generator<string> {
    const directory = directoryOf(path);
    yield directory;
    for (const one of upwards(directory))
      if (callers.has(one)) {
        yield one;
        break;
      }
    yield* readers.get(path) ?? [];
    for (const one of upwards(directory)) yield* readers.get(one) ?? [];
  }

  function* nearest(path: string): Generator<string> {
    const directory = directoryOf(path);
    const root = [...upwards(directory)].find((one) => roots.has(one));
    if (root !== undefined && (root !== '.' || directory === '.')) yield root;
    else if (isVariableFile(path)) {
      const enclosing = [...upwards(directory)].find((one) => beneath.has(one) || roots.has(one)) ?? '.';
      yield* beneath.get(enclosing) ?? [];
      if (roots.has(enclosing)) yield enclosing;
    }
  }

  return (files) => {
    const paths = files
      .flatMap(({ path, previous_path: previous }) => (previous === undefined ? [path] : [path, previous]))
      .filter((path) => !isProse(path));
    const touched = new Set<string>();
    for (const path of paths) {
      for (const root of nearest(path)) touched.add(root);
      for (const one of upwards(directoryOf(path))) if (named.has(one)) touched.add(one);
    }
    const reached = new Set(paths.flatMap((path) => [...seeds(path)]));
    for (const one of reached) {
      if (roots.has(one) || named.has(one)) touched.add(one);
      for (const caller of callers.get(one) ?? []) reached.add(caller);
    }
    return { anything: paths.length > 0, has: (directory) => touched.has(directory) };
  };
}
