import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { prepareWeb } from '../../scripts/build-web.ts';
import type { Store } from '../../src/store/database.ts';
import { testApi, type TestApi } from '../api.ts';
import { databases } from '../database.ts';
import { WALKED_CLOUD } from '../walk.ts';
import { openBrowser, visit, type Visit } from './browser.ts';

/** The dashboard over an API in the test's own process, and a browser that is signed in as the operator. */
export type Pages = { store: Store; api: TestApi; visitor: Visit; page: Page } & AsyncDisposable;

/** Opens the pages on an embedded database, which `fill` writes to first. No analysis runs. */
export async function openPages(fill: (made: { store: Store; api: TestApi }) => Promise<void>): Promise<Pages> {
  const stack = new AsyncDisposableStack();
  try {
    const [embedded] = await databases();
    const store = await embedded!.open();
    stack.defer(() => store.close());
    if (!prepareWeb()) throw new Error('the dashboard could not be built');
    const web = fileURLToPath(new URL('../../web/dist', import.meta.url));
    const api = await testApi(store, [WALKED_CLOUD], { web });
    stack.defer(() => api.close());
    await fill({ store, api });
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const browser = await openBrowser();
    stack.defer(() => browser.close());
    const visitor = await visit(browser, url);
    const { page } = visitor;
    page.setDefaultTimeout(20_000);
    await visitor.signIn({ key: api.operatorKey });
    const disposal = stack.move();
    return { store, api, visitor, page, [Symbol.asyncDispose]: () => disposal.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
