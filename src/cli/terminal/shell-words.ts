import { relative } from 'node:path';

/** The path as a person in this directory would type it. */
export function shortPath(path: string): string {
  const short = relative('.', path);
  return short.startsWith('..') || short === '' ? path : short;
}

/** A path as one word of a shell command. */
export function shellWord(path: string): string {
  return /^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
