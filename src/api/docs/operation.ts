import { resolve, type Document, type Media, type Operation, type Response, type Schema } from '../openapi/document.ts';
import { JSON_LINES } from '../http/lines.ts';
import { fields, row, typeOf } from './fields.ts';
import { html, prose, type Html } from './html.ts';

type Named = { method: string; path: string; operation: Operation & { description?: string } };

/** Headers that say nothing about one operation, since all have them. */
const ON_EVERY_ANSWER = /^(?:X-Request-Id|X-RateLimit-.*|RateLimit.*|Retry-After|WWW-Authenticate)$/;

/** Content types with fields: JSON, and lines of it. */
const OF_FIELDS = ['application/json', JSON_LINES];

const json = (value: unknown) => html`<pre><code>${JSON.stringify(value, null, 2)}</code></pre>`;

function example({ example: value, examples }: Media): Html {
  const sample = Object.values((examples ?? {}) as Record<string, { value?: unknown }>)[0]?.value ?? value;
  return sample === undefined
    ? html``
    : html`<details>
        <summary>Example</summary>
        ${json(sample)}
      </details>`;
}

function shape(document: Document, schema: Schema, sent: boolean): Html {
  const all = fields(document, schema, sent ? 'required' : 'optional');
  if (sent || all.html === '') return all;
  return html`<details>
    <summary>Fields</summary>
    ${all}
  </details>`;
}

/** The body of a request with its fields open, or of a response with its fields folded. */
function contents(document: Document, content: Record<string, Media> = {}, sent = false): Html[] {
  return Object.entries(content).map(
    ([type, media]) =>
      html`<p class="media"><code>${type}</code> ${media.schema ? typeOf(media.schema) : ''}</p>
        ${media.schema && OF_FIELDS.includes(type) ? shape(document, media.schema, sent) : ''}${example(media)}`,
  );
}

function parameters(document: Document, { operation }: Named): Html {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one));
  if (parameters.length === 0) return html``;
  const rows = parameters.map((one) => {
    const { name = '', in: where = '', schema = {}, description, required = false } = one;
    return row(where === 'query' ? `?${name}` : where === 'header' ? `${name}:` : name, schema, {
      mark: required ? 'required' : undefined,
      description,
    });
  });
  return html`<h4>Parameters</h4>
    <table>
      ${rows}
    </table>`;
}

function body(document: Document, { operation }: Named): Html {
  const { content } = operation.requestBody ?? {};
  return content
    ? html`<h4>Body</h4>
        ${contents(document, content, true)}`
    : html``;
}

function answer(document: Document, status: string, response: Response): Html {
  const headers = Object.entries(response.headers ?? {}).filter(([name]) => !ON_EVERY_ANSWER.test(name));
  const rows = headers.map(([name, header]) => {
    const { description, schema = {} } = resolve(document, header);
    return row(`${name}:`, schema, { mark: undefined, description });
  });
  return html`<div class="answer">
    <h5><span class="status">${status}</span> ${response.description}</h5>
    ${
      rows.length > 0
        ? html`<table>
            ${rows}
          </table>`
        : ''
    }${contents(document, response.content)}
  </div>`;
}

function answers(document: Document, { operation }: Named): Html {
  const all = Object.entries(operation.responses ?? {});
  const own = all.filter(([status, response]) => status < '300' || response.$ref === undefined);
  const shared = all.filter(([status, response]) => status >= '300' && response.$ref !== undefined);
  return html`<h4>Answers</h4>
    ${own.map(([status, response]) => answer(document, status, resolve(document, response)))}
    <p class="errors">${shared.map(([status]) => html`<a href="#error-${status}">${status}</a> `)}</p>`;
}

/** How the operation is called from a shell; the key is where the command line has it. */
function curl({ method, path, operation }: Named): Html {
  const [[type, media] = ['', undefined]] = Object.entries(operation.requestBody?.content ?? {});
  const key = operation.security?.length === 0 ? '' : ' \\\n  -H "Authorization: Bearer $PLUMBLINE_API_KEY"';
  const sent = media?.example === undefined ? '' : JSON.stringify(media.example).replaceAll("'", "'\\''");
  const data = sent === '' ? '' : ` \\\n  -H 'Content-Type: ${type}' \\\n  -d '${sent}'`;
  const verb = method === 'GET' ? '' : ` -X ${method}`;
  return html`<details>
    <summary>curl</summary>
    <pre><code>curl${verb} "$PLUMBLINE_URL${path}"${key}${data}</code></pre>
  </details>`;
}

/** One operation: its purpose, input and responses. */
export function operationSection(document: Document, named: Named): Html {
  const { method, path, operation } = named;
  return html`<section class="operation" id="${operation.operationId}">
    <h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
    <p class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    ${prose(operation.description)}${curl(named)}${parameters(document, named)}${body(document, named)}${answers(document, named)}
  </section>`;
}
