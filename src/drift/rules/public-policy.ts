import { isObject, type Json } from '../../base/json.ts';

const isAnybody = (principal: unknown): boolean =>
  [principal].flat().includes('*') || (isObject(principal) && [principal.AWS].flat().includes('*'));

/** Whether a statement lets anybody in. One with a condition is narrower than that; a denial lets nobody in. */
const letsAnybodyIn = (statement: unknown): boolean =>
  isObject(statement) &&
  statement.Effect === 'Allow' &&
  isAnybody(statement.Principal) &&
  !(isObject(statement.Condition) && Object.keys(statement.Condition).length > 0);

/** Whether a text is an IAM policy that allows something to everybody in the world. */
export function isPublicPolicy(value: Json): boolean {
  if (typeof value !== 'string') return false;
  let policy: unknown;
  try {
    policy = JSON.parse(value);
  } catch {
    return false;
  }
  return isObject(policy) && [policy.Statement].flat().some(letsAnybodyIn);
}
