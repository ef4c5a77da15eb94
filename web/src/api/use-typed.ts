import { useState } from 'react';

/**
 * What is typed in a form over what is saved. Fields that nobody touches follow the server, and whoever sends only what was
 * typed leaves the others as somebody else may have made them meanwhile.
 */
export function useTyped<T extends object>(saved: T) {
  const [typed, setTyped] = useState<Partial<T>>({});
  return {
    values: { ...saved, ...typed },
    typed,
    type: (more: Partial<T>) => setTyped({ ...typed, ...more }),
    /** For when it is saved: the server's word counts again, but for what was typed while it was asked. */
    forget: () => setTyped((now) => (now === typed ? {} : now)),
  };
}
