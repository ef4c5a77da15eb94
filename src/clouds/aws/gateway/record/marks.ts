/** Marks in the place of secrets: equal for equal secrets, and of characters that no notation escapes. */
export type Marks = {
  markOf(secret: string): string;
  /** True where a text contains a mark, plain or in base64. */
  isIn(text: string): boolean;
  /** The text with all marks alike: a request with a secret then equals the recorded one with its mark. */
  blur(text: string): string;
};

const BASE64 = /^[A-Za-z0-9+/\s]{24,}={0,2}\s*$/;

/** @param id differs between recordings, so that nothing in a cloud can be taken for a mark */
export function createMarks(id: string): Marks {
  const bySecret = new Map<string, string>();
  const pattern = new RegExp(String.raw`REDACTED\.${id}\.\d+\.`, 'g');
  const plain = (text: string): boolean => text.search(pattern) >= 0;
  return {
    markOf: (secret) => {
      const mark = bySecret.get(secret) ?? `REDACTED.${id}.${bySecret.size + 1}.`;
      bySecret.set(secret, mark);
      // A base64 secret gets a base64 mark: its readers decode it.
      return BASE64.test(secret) && secret.trim().length % 4 === 0 ? Buffer.from(mark).toString('base64') : mark;
    },
    isIn: (text) => plain(text) || (BASE64.test(text) && plain(Buffer.from(text, 'base64').toString())),
    blur: (text) => text.replace(pattern, 'REDACTED'),
  };
}
