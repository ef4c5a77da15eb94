import { isObject } from '../../base/json.ts';
import { unusable } from '../openai/problem.ts';

/** What models write down before they answer, where their server leaves it in. */
const THOUGHTS = /^\s*<think>[\s\S]*?<\/think>/;

/**
 * The text of a chat completion. Throws `RequestFailed` where there is none, or not all of it.
 * https://platform.openai.com/docs/api-reference/chat/object
 */
export function readCompletion(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw unusable('it is not JSON');
  }
  const choices = isObject(body) ? body.choices : undefined;
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message = isObject(choice) ? choice.message : undefined;
  const content = isObject(message) ? message.content : undefined;
  if (!isObject(choice) || typeof content !== 'string' || content.trim() === '') throw unusable('it has no text');
  const { finish_reason: end = null } = choice;
  if (end !== null && end !== 'stop') throw unusable('it ends before its end');
  return content.replace(THOUGHTS, '').trim();
}
