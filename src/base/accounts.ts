/** A number of an AWS account, standing by itself: in an ARN, the address of a queue, or as a value. */
const ACCOUNT = /(?<![\w.-])\d{12}(?![\w-])/g;

/** All that may be numbers of accounts in a text, each once. */
export const accountsIn = (text: string): string[] => [...new Set(text.match(ACCOUNT))];
