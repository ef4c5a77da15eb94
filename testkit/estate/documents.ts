export const ACCOUNT = '123456789012';

/** A policy document with these statements, as JSON text. */
export function policy(...statements: readonly object[]): string {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements });
}

/** An S3 request body in XML. */
export function s3Xml(name: string, inner: string): string {
  return `<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`;
}
