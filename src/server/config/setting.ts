type Setting<T, Fallback> = { name: string; read: (text: string) => T; fallback: Fallback; secret: boolean };

const described = <T, Fallback>(setting: Setting<T, Fallback>) => ({
  /** @param help the setting's purpose */
  means: (help: string) => ({ ...setting, help }),
});

type Read<T> = (text: string) => T;

/** A setting with a default: an environment variable's name, and the parser of its text. */
export const setting = <T>(name: string, read: Read<T>, fallback: string) =>
  described({ name, read, fallback, secret: false });

/** A setting without a default: undefined where the variable is not set. */
export const optional = <T>(name: string, read: Read<T>) =>
  described({ name, read, fallback: undefined, secret: false });

/** A secret setting without a default; nobody may see its value. */
export const secret = <T>(name: string, read: Read<T>) => described({ name, read, fallback: undefined, secret: true });
