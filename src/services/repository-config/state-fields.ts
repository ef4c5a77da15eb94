import { isObject } from '../../base/json.ts';
import { maskName } from '../../engine/mask/mask.ts';
import { unknownFields, type Problem } from '../ignore-rules/rule-fields.ts';

/** A longer list was made by a program, and repeats the backend blocks. */
const MAX_STATES = 200;
const MAX_LENGTH = 1024;
const FIELDS = ['key', 'path'];

/** The problem of a directory within a repository; undefined for a valid one: `infra/network`, `.`. */
export function pathProblem(path: string): string | undefined {
  const parts = path.split('/');
  const odd = path !== '.' && parts.some((part) => part === '' || part === '.' || part === '..');
  return odd ? 'path has to be a directory of the repository, without a slash at its ends: infra/network' : undefined;
}

function fieldProblem(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return `${name} has to be a text`;
  if (/\p{Cc}/u.test(value)) return `${name} must not hold control characters`;
  if (value.length > MAX_LENGTH) return `${name} is longer than ${MAX_LENGTH} characters`;
  if (maskName(value) !== value) return `${name} looks like a secret`;
  return name === 'path' ? pathProblem(value) : undefined;
}

/** The problems of a value as a repository's list of states; none if it is valid or absent. */
export function stateProblems(states: unknown): Problem[] {
  if (states === undefined || states === null) return [];
  if (!Array.isArray(states)) return [{ path: ['states'], message: 'states has to be a list, each with a key' }];
  if (states.length > MAX_STATES)
    return [
      { path: ['states'], message: `there are more than ${MAX_STATES} states; a * in a key stands for any text` },
    ];
  return states.flatMap((one: unknown, i): Problem[] => {
    const path = ['states', i];
    if (!isObject(one)) return [{ path, message: 'a state has a key, and a path where its root module lies' }];
    const wrong = Object.entries(one).flatMap(([name, value]): Problem[] => {
      const why = FIELDS.includes(name) ? fieldProblem(name, value) : undefined;
      return why === undefined ? [] : [{ path: [...path, name], message: why }];
    });
    return [
      ...wrong,
      ...unknownFields(one, FIELDS, path),
      ...(one.key === undefined ? [{ path, message: 'the state has no key' }] : []),
    ];
  });
}
