/**
 * Fails if code or documents use a word that scripts/words/table.ts retires. `scripts/words/allowed.txt` lists the
 * pairs of file and pattern that are still allowed; `--prune` removes pairs that no longer occur, and `--allow` adds
 * all that do.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { retiredWords } from './words/find.ts';

const FILES = [
  'src/**/*.ts',
  'web/src/**/*.{ts,tsx,css}',
  'docs/*.md',
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
];
const ALLOWED = new URL('words/allowed.txt', import.meta.url);

const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync(FILES, { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .toSorted();
const hits = files.flatMap((file) =>
  retiredWords(readFileSync(`${root}/${file}`, 'utf8')).map((hit) => ({
    ...hit,
    file,
    pair: `${file}:${hit.pattern}`,
  })),
);
const present = new Set(hits.map(({ pair }) => pair));
const listed = new Set(readFileSync(ALLOWED, 'utf8').split('\n').filter(Boolean));

const write = (pairs: Iterable<string>) =>
  writeFileSync(
    ALLOWED,
    [...pairs]
      .toSorted()
      .map((pair) => `${pair}\n`)
      .join(''),
  );
const isAllowing = process.argv.includes('--allow');
if (isAllowing) write(present);
else if (process.argv.includes('--prune')) write([...listed].filter((pair) => present.has(pair)));

const refused = isAllowing ? [] : hits.filter(({ pair }) => !listed.has(pair));
for (const { file, line, text, instead } of refused) console.log(`${file}:${line}: "${text}": write ${instead}`);
const left = [...present].filter((pair) => isAllowing || listed.has(pair)).length;
console.log(`${refused.length} retired words; ${left} pairs of file and pattern are still allowed`);
process.exit(refused.length === 0 ? 0 : 1);
