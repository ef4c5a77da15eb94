// Before `npm start` and `npm run demo`: in a clone, the dashboard is built where it is missing or older than its sources. What is
// deployed has it. Whatever goes wrong here, the server comes up without it.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../scripts/build-web.ts', import.meta.url)))
  try {
    const { prepareWeb } = await import('../scripts/build-web.ts');
    prepareWeb();
  } catch (error) {
    // A Node that runs no TypeScript: bin/plumbline.mjs finds another one, or says what is needed.
    if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION')
      console.error(`The dashboard could not be built: ${error?.message}`);
  }
