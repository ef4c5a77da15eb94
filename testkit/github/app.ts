import { setTimeout as sleep } from 'node:timers/promises';
import { githubApp } from '../../src/integrations/github/app.ts';
import type { GitHub } from './start.ts';

/** The App's client of an emulated GitHub. It does not wait when GitHub asks it to retry later. */
export const appAt = ({ app, url }: GitHub) =>
  githubApp({
    appId: String(app.id),
    privateKey: app.privateKey,
    apiUrl: url,
    onProblem: () => undefined,
    clock: { now: () => Date.now(), sleep: () => sleep(0) },
  });
