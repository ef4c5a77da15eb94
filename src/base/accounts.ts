/** An AWS account's number as a separate word: in an ARN, a queue's address, or a value. */
const ACCOUNT = /(?<![\w.-])\d{12}(?![\w-])/g;

/** All texts that may be account numbers, each once. */
export const accountsIn = (text: string): string[] => [...new Set(text.match(ACCOUNT))];
