/** The cursor that goes on after a state: a key may be any text, and a cursor may not. */
export const cursorAfter = ({ key }: { key: string }): string => Buffer.from(key).toString('base64url');
