import type { UnmanagedObject } from '../model/inventory.ts';
import { matchesGlob } from '../model/glob.ts';
import { compileRule, isDriftRule, isExpired, type SourcedRule } from './ignore.ts';

/** An object that no state has, with the source of its provider. */
export type IgnoredObject = Pick<UnmanagedObject, 'type' | 'region' | 'account_id' | 'cloud_id' | 'name' | 'tags'> & {
  provider: string;
};

/** Compiles the rules about unmanaged objects that have not expired by `now`; finds the first that hides an object. */
export function compileUnmanagedIgnores(
  rules: readonly SourcedRule[],
  now: Date,
): (object: IgnoredObject) => SourcedRule | undefined {
  const compiled = rules.filter((rule) => !isDriftRule(rule) && !isExpired(rule, now)).map(compileRule);
  return (object) => {
    const { type, region, account_id: account, cloud_id: id, name, tags, provider } = object;
    const texts = {
      type: [type],
      region: [region],
      account: [account],
      provider: [provider],
      name: [name, id],
      tag: Object.entries(tags).flatMap(([key, value]) => [key, `${key}=${value}`]),
    };
    return compiled.find(({ globs }) =>
      Object.entries(texts).every(([selector, some]) => {
        const glob = globs[selector as keyof typeof texts];
        return glob === undefined || some.some((text) => text !== undefined && matchesGlob(glob, text));
      }),
    )?.rule;
  };
}
