type Setting<T, Fallback> = { name: string; read: (text: string) => T; fallback: Fallback; secret: boolean };

const described = <T, Fallback>(setting: Setting<T, Fallback>) => ({
  /** @param help what it is for */
  means: (help: string) => ({ ...setting, help }),
});

type Read<T> = (text: string) => T;

/** An environment variable with a default, by its name and how its text is read. */
export const setting = <T>(name: string, read: Read<T>, fallback: string) =>
  described({ name, read, fallback, secret: false });

/** One that may be absent. */
export const optional = <T>(name: string, read: Read<T>) =>
  described({ name, read, fallback: undefined, secret: false });

/** One that may be absent and that nobody may see. */
export const secret = <T>(name: string, read: Read<T>) => described({ name, read, fallback: undefined, secret: true });
