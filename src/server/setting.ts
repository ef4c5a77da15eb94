/** One environment variable: what it is called, what it means, how its text is read. */
type Setting<T> = {
  name: string;
  help: string;
  fallback: string | undefined;
  secret?: boolean;
  read: (text: string) => T;
};

/** Fixes the type of one entry while keeping the table readable. */
export function setting<T>(entry: Setting<T>): Setting<T> {
  return entry;
}
