import { html, type Html } from './html.ts';

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#1f2328}button{font:inherit;padding:.5rem 1rem}pre{white-space:pre-wrap}@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}a{color:#58a6ff}}';

function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${{ html: STYLE }}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${body}
      </body>
    </html>`.html;
}

export type SetupForm = { target: string; manifest: object; account: string };

/** The page with the form that sends the manifest to GitHub when the person submits it. */
export function formPage({ target, manifest, account }: SetupForm): string {
  return page(
    'Create the GitHub App',
    html`<p>
        GitHub will show the App and ask for its name; it will belong to ${account}. Be signed in there as somebody who
        may do that. Afterwards GitHub leads back here.
      </p>
      <form action="${target}" method="post">
        <input type="hidden" name="manifest" value="${JSON.stringify(manifest)}" /><button type="submit" autofocus>
          Continue on ${new URL(target).host}
        </button>
      </form>
      <details>
        <summary>What is sent</summary>
        <pre>${JSON.stringify(manifest, null, 2)}</pre>
      </details>`,
  );
}

/** The page after a successful setup. */
export function donePage({ name, installUrl }: { name: string; installUrl: string }): string {
  return page(
    'GitHub App created',
    html`<p>
      Its credentials are stored. Restart the server, then <a href="${installUrl}">install ${name}</a> on the
      repositories that it is to check. You can close this page.
    </p>`,
  );
}

/** The page after a failed setup. */
export function failedPage(why: string): string {
  return page('Setup failed', html`<p>${why}</p>`);
}

/** The pages' content security policy: a browser may only show them and send the form to GitHub. */
export function pagePolicy(githubOrigin: string): string {
  return `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${githubOrigin}; frame-ancestors 'none'; base-uri 'none'`;
}
