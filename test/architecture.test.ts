import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { circlesOf, importsAgainst, importsOf, importsWithin } from '../testkit/imports.ts';

/** From top to bottom: a layer imports from itself and from those below it (ARCHITECTURE.md). */
const LAYERS = [
  'cli',
  'server',
  'api',
  'services',
  'engine',
  'provider',
  'sources',
  'clouds',
  'store',
  'jobs',
  'integrations',
];
/** Adapters to external services. Only `server/compose*.ts` connects them to the ports of the use cases. */
const ADAPTERS =
  /^src\/(?:(?:integrations|clouds\/[^/]+\/account)\/|sources\/(?:open\.ts|ways\.ts|(?!contract\/)[^/]+\/(?!settings\.ts)))/;
/** Pure layers do no I/O, import nothing but each other, and may be imported from anywhere. */
const PURE = ['base', 'limits', 'recall', 'texts'];
/** The stages of an analysis from bottom to top (ARCHITECTURE.md): a folder imports from earlier folders. */
const STAGES =
  'value model mask state code compare noise overlaps sift verdict ignore refresh confirm correlate report mapping inventory'.split(
    ' ',
  );
/** The stages that do I/O: the other folders of the engine are pure, and may be imported from anywhere. */
const STAGES_WITH_IO = ['refresh', 'confirm', 'correlate', 'inventory'];
/** The parts of clouds that do I/O. Static knowledge about a cloud is pure, and may be imported from anywhere. */
const CLOUD_WITH_IO = /^src\/clouds\/(?:tunnel|[^/]+\/(?:account|gateway|inventory))\//;
/** Node modules that pure layers may use, since their functions depend only on their arguments. */
const PURE_BUILTINS = ['node:crypto', 'node:util'];

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const imports = sources.flatMap((file) => importsOf(file).map((one) => ({ file, ...one })));
const layerOf = (file: string) => file.split('/')[1] ?? '';
const isPure = (file: string): boolean => {
  const [, layer = '', folder = '', inside] = file.split('/');
  if (layer === 'clouds') return !CLOUD_WITH_IO.test(file);
  return PURE.includes(layer) || (layer === 'engine' && inside !== undefined && !STAGES_WITH_IO.includes(folder));
};
const resolved = ({ file, target }: { file: string; target: string }) =>
  target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : undefined;

describe('the layers of ARCHITECTURE.md', () => {
  test('places every source file in a layer', () => {
    const strays = sources.filter((file) => ![...LAYERS, ...PURE].includes(layerOf(file)));
    expect(strays).toEqual([]);
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(200);
  });

  test('points imports between layers downwards', () => {
    const wrong = imports.filter((edge) => {
      const target = resolved(edge);
      if (target === undefined || !target.startsWith('src/')) return false;
      const [from, to] = [layerOf(edge.file), layerOf(target)];
      // Another test checks the order of the engine's stages.
      if (isPure(target) || (from === 'engine' && to === 'engine')) return false;
      return isPure(edge.file) || LAYERS.indexOf(from) > LAYERS.indexOf(to);
    });
    expect(wrong).toEqual([]);
  });

  test('hides later stages of an analysis from earlier ones', () => {
    expect(importsAgainst('src/engine', STAGES)).toEqual([]);
  });

  test('has no import cycles between files or folders', () => {
    const edges = importsWithin('src');
    expect(circlesOf(edges)).toEqual([]);
    expect(circlesOf(edges, dirname)).toEqual([]);
  });

  test('keeps pure layers free of I/O', () => {
    const wrong = imports.filter(
      (edge) => isPure(edge.file) && resolved(edge) === undefined && !PURE_BUILTINS.includes(edge.target),
    );
    expect(wrong).toEqual([]);
  });

  test('restricts concrete adapters to compose*.ts', () => {
    const wrong = imports.filter((edge) => {
      const target = resolved(edge);
      return (
        target !== undefined &&
        ADAPTERS.test(target) &&
        !ADAPTERS.test(edge.file) &&
        !/^src\/server\/compose(-\w+)?\.ts$/.test(edge.file)
      );
    });
    expect(wrong).toEqual([]);
  });

  test('imports no testkit in src, except for the demo, which loads it on demand', () => {
    const wrong = imports.filter(
      (edge) => resolved(edge)?.startsWith('testkit/') && !(edge.dynamic && edge.file === 'src/cli/commands/demo.ts'),
    );
    expect(wrong).toEqual([]);
  });

  test('restricts the dashboard to the public API: it imports nothing of the server', () => {
    const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('/schema.ts'));
    const wrong = files.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const targets = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, target = '']) => target);
      const leaves = targets.some((target) => !join(dirname(file), target).startsWith('web/src/'));
      return leaves || /dangerouslySetInnerHTML|^export default/m.test(text) || text.split('\n').length > 300;
    });
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
  });

  test('restricts reading the environment to the entry points', () => {
    const readers = sources.filter((file) => /process\.env\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(readers.filter((file) => layerOf(file) !== 'cli')).toEqual([]);
  });

  test('has no default exports and no file beyond 300 lines', () => {
    const wrong = sources.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const isLong = text.split('\n').length > 300 && !text.startsWith('// Written by "npm run generate"');
      return /^export default/m.test(text) || isLong;
    });
    expect(wrong).toEqual([]);
  });
});
