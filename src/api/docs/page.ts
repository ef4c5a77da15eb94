import { operationsOf, type Document } from '../openapi/document.ts';
import { ERROR_ANSWERS } from '../schemas/errors.ts';
import { fields } from './fields.ts';
import { html, prose, type Html } from './html.ts';
import { operationSection } from './operation.ts';

type Described = Document & { info?: { title?: string; version?: string; description?: string } };

const titled = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function byTag(document: Described) {
  const all = operationsOf(document).map(({ name, path, operation }) => ({
    method: name.slice(0, name.indexOf(' ')),
    path,
    operation,
  }));
  return (document.tags ?? [])
    .map((tag) => ({ ...tag, operations: all.filter(({ operation }) => operation.tags?.includes(tag.name)) }))
    .filter(({ operations }) => operations.length > 0);
}

function navigation(groups: ReturnType<typeof byTag>): Html {
  const links = groups.map(
    ({ name, operations }) =>
      html`<h2>${titled(name)}</h2>
        <ul>
          ${operations.map(
            ({ method, operation }) =>
              html`<li>
                <a href="#${operation.operationId}"
                  ><span>${operation.summary}</span><span class="verb ${method.toLowerCase()}">${method}</span></a
                >
              </li>`,
          )}
        </ul>`,
  );
  return html`<nav aria-label="Operations">
    ${links}
    <h2>Reference</h2>
    <ul>
      <li><a href="#errors">Errors</a></li>
      <li><a href="#schemas">Schemas</a></li>
    </ul>
  </nav>`;
}

function errors(): Html {
  const rows = Object.entries(ERROR_ANSWERS).map(
    ([status, { description, example }]) =>
      html`<tr id="error-${status}">
        <th scope="row"><span class="status">${status}</span></th>
        <td>
          ${prose(description)}
          <p><code>${example.code}</code> ${example.detail}</p>
        </td>
      </tr>`,
  );
  return html`<section id="errors">
    <h2>Errors</h2>
    <p>
      Every error has the same form, <a href="#schema-Error">Error</a>. Its <code>code</code> is stable;
      <code>detail</code> is for a person.
    </p>
    <table>
      ${rows}
    </table>
  </section>`;
}

function schemas(document: Described): Html {
  const all = Object.entries(document.components?.schemas ?? {}).toSorted(([a], [b]) => a.localeCompare(b, 'en'));
  const sections = all.map(
    ([name, schema]) =>
      html`<section id="schema-${name}">
        <h3>${name}</h3>
        ${prose(schema.description)}${fields(document, schema, 'optional')}
      </section>`,
  );
  return html`<section id="schemas">
    <h2>Schemas</h2>
    ${sections}
  </section>`;
}

/**
 * The documentation as one page that needs nothing else but its style sheet: no script, no address outside the server.
 * @param document what the API says of itself
 */
export function docsPage(document: Described): string {
  const { title = '', version = '', description = '' } = document.info ?? {};
  const groups = byTag(document);
  const { html: text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} API</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/style.css" />
      </head>
      <body>
        <header>
          <a class="name" href="#top">${title} API</a> <span class="version">${version}</span>
          <a class="source" href="/api/v1/openapi.json">openapi.json</a>
        </header>
        <div class="columns">
          ${navigation(groups)}
          <main id="top">
            <section class="intro">
              <h1>${title} API</h1>
              ${prose(description)}
              <p>
                The <code>curl</code> lines expect the address of the server in <code>PLUMBLINE_URL</code>, without a
                path, and a key in <code>PLUMBLINE_API_KEY</code>.
              </p>
            </section>
            ${groups.map(
              ({ name, description, operations }) =>
                html`<section class="group" id="tag-${name.replaceAll(' ', '-')}">
                  <h2>${titled(name)}</h2>
                  ${prose(description)} ${operations.map((one) => operationSection(document, one))}
                </section>`,
            )}
            ${errors()} ${schemas(document)}
          </main>
        </div>
      </body>
    </html> `;
  return text;
}
