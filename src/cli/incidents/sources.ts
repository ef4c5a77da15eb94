import { createReadStream, existsSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf } from '../../base/errors.ts';
import { isObject, type Json } from '../../base/json.ts';
import { CliError } from '../terminal/client.ts';
import { readPostMortem, type Defaults, type ImportedLine } from './post-mortem.ts';

/** An incident of an import: its location in a file, and its line or problem. */
export type Entry = { where: string } & ({ text: string } | { problem: string });

/** A larger file is no post-mortem. */
const MAX_BYTES = 1024 * 1024;
const IS_MARKDOWN = /\.(md|markdown)$/i;
const IS_LINES = /\.(jsonl|ndjson)$/i;

type File = { path: string; root: string };

/** The named files, and all readable files of the named directories, in order. */
export async function findFiles(paths: readonly string[]): Promise<File[]> {
  const found = await Promise.all(paths.map(filesOf));
  return found.flat();
}

async function filesOf(path: string): Promise<File[]> {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new CliError(`${path} does not exist.`);
  if (!stat.isDirectory()) {
    if (IS_MARKDOWN.test(path) || IS_LINES.test(path)) return [{ path, root: rootOf(path, dirname(path)) }];
    throw new CliError(`${path} is none of .md, .markdown, .jsonl and .ndjson.`);
  }
  const inside = await readdir(path, { recursive: true, withFileTypes: true });
  const files = inside
    .filter((one) => one.isFile() && (IS_MARKDOWN.test(one.name) || IS_LINES.test(one.name)))
    .map((one) => join(one.parentPath, one.name))
    .filter((one) => !/(^|[/\\])(node_modules|\.[^/\\.][^/\\]*)[/\\]/.test(relative(path, one)))
    .toSorted();
  if (files.length === 0) throw new CliError(`${path} holds no .md, .markdown, .jsonl or .ndjson file.`);
  return files.map((one) => ({ path: one, root: rootOf(one, path) }));
}

/** The directory that a file's id is relative to: its git work tree, the same in every clone; else `otherwise`. */
function rootOf(file: string, otherwise: string): string {
  for (let at = resolve(dirname(file)); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return otherwise;
  }
}

export async function* entriesOf(files: readonly File[], defaults: Defaults): AsyncGenerator<Entry> {
  for (const file of files)
    if (IS_LINES.test(file.path)) yield* linesOf(file, defaults);
    else yield await postMortemOf(file, defaults);
}

async function postMortemOf({ path, root }: File, defaults: Defaults): Promise<Entry> {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Error('it is no file');
    if (stat.size > MAX_BYTES) throw new Error('it is larger than 1 MiB');
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
    const id = relative(resolve(root), resolve(path)).split(sep).join('/') || basename(path);
    return { where: path, text: JSON.stringify(readPostMortem(id, text, defaults)) };
  } catch (error) {
    return { where: path, problem: messageOf(error) };
  }
}

const PROJECT_FIELDS = ['project', 'repo_id', 'repo_full_name'];

async function* linesOf({ path }: File, { project }: Defaults): AsyncGenerator<Entry> {
  let number = 0;
  const input = createReadStream(path);
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      number += 1;
      if (line.trim() === '') continue;
      const where = `${path}:${number}`;
      const incident = objectIn(line);
      const lacks =
        project !== undefined && incident !== undefined && !PROJECT_FIELDS.some((field) => field in incident);
      yield { where, text: lacks ? JSON.stringify({ ...incident, project }) : line };
    }
  } catch (error) {
    yield { where: path, problem: `it cannot be read to its end: ${messageOf(error)}` };
  }
}

/** The object in a line; undefined for other content, which the server reports. */
function objectIn(line: string): ImportedLine | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
