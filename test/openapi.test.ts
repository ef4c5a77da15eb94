import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { houseProblems } from '../scripts/openapi/house-rules.ts';
import { operationsOf, resolve, type Document, type Operation } from '../src/api/openapi/document.ts';
import { nameSchemas } from '../src/api/openapi/named-schemas.ts';
import { spellOutAdapters } from '../src/api/openapi/adapter-paths.ts';

const published = () => JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8')) as Document;

/** The published document with one more operation. */
function withNewcomer(operation: Operation): Document {
  const document = published();
  return { ...document, paths: { ...document.paths, '/api/v1/newcomers': { get: operation } } };
}

describe('the API document', () => {
  test('follows the rules of the API document', () => {
    expect(houseProblems(published())).toEqual([]);
  });

  test('documents the rate limit and the request id on every response', () => {
    const document = published();
    for (const { name, operation } of operationsOf(document))
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const headers = Object.keys(resolve(document, response).headers ?? {});
        const due = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit'];
        expect({ name, status, headers }).toEqual({ name, status, headers: expect.arrayContaining(due) });
        if (['429', '503'].includes(status)) expect(headers).toContain('Retry-After');
        if (status === '401') expect(headers).toContain('WWW-Authenticate');
      }
  });

  test('declares the errors of any request, and those with a body or a key', () => {
    for (const { name, operation } of operationsOf(published())) {
      const statuses = Object.keys(operation.responses ?? {});
      const due = [
        '400',
        '408',
        '431',
        '500',
        ...(operation.requestBody ? ['413', '415', '422'] : []),
        ...(operation.security?.length === 0 ? [] : ['401', '403', '429']),
      ];
      expect({ name, statuses }).toEqual({ name, statuses: expect.arrayContaining(due) });
    }
  });
});

describe('a new operation', () => {
  test('reports a new operation’s missing parts', () => {
    const problems = houseProblems(
      withNewcomer({
        operationId: 'list_newcomers',
        tags: ['strangers'],
        parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'Default Response',
            content: { 'application/json': { schema: { type: 'object', properties: { who: { type: 'string' } } } } },
          },
        },
      }),
    );
    const at = 'GET /api/v1/newcomers';
    expect(problems).toEqual([
      `${at}: the operationId "list_newcomers" is not camelCase`,
      `${at}: give it a summary, without a full stop`,
      `${at}: describe its tag "strangers" in src/api/openapi/tags.ts`,
      `${at}, 200: give its schema a title, by which it is named among the components`,
      `${at}: give its answer 200 a description`,
      `${at}: give its query "q" a pattern: ANY_TEXT, if all of them will do`,
    ]);
  });

  test('reports a required text without an example, and an example that does not match', () => {
    const answering = (schema: object, example?: unknown) =>
      withNewcomer({
        operationId: 'listNewcomers',
        summary: 'Newcomers',
        tags: ['keys'],
        responses: { 200: { description: 'All', content: { 'application/json': { schema, example } } } },
      });
    expect(houseProblems(answering({ type: 'array', items: { type: 'string' } }))).toEqual([
      'GET /api/v1/newcomers, 200/0 has no example: give its schema "examples: [...]"',
    ]);
    expect(houseProblems(answering({ $ref: '#/components/schemas/ApiKey' }, { id: 7 }))).toContainEqual(
      expect.stringContaining('GET /api/v1/newcomers, 200: the example does not fit: /id must be string'),
    );
  });

  test('reports two different schemas with one title', () => {
    const of = (field: string) => ({
      responses: {
        200: {
          content: { 'application/json': { schema: { title: 'Thing', type: 'object', properties: { [field]: {} } } } },
        },
      },
    });
    const document = { paths: { '/a': { get: of('one') }, '/b': { get: of('two') } } };
    expect(() => nameSchemas(document)).toThrow('the title "Thing"');
  });
});

test('names the existing adapters in paths, so that no two match the same request', () => {
  const parameters = [
    { in: 'path', name: 'org_id' },
    { in: 'path', name: 'cloud' },
  ];
  const document: Document = { paths: { '/orgs/{org_id}/{cloud}': { get: { parameters } } } };
  spellOutAdapters(document);
  expect(document.paths).toEqual({ '/orgs/{org_id}/aws': { get: { parameters: [{ in: 'path', name: 'org_id' }] } } });
});
