// Before `npm start` and `npm run demo`: in a clone, the server and the dashboard are built where they are missing or older than their
// sources. What is deployed has them. Whatever goes wrong here, the server comes up: from its sources, and without a dashboard.
import { IN_CLONE } from './sources.mjs';

if (IN_CLONE)
  try {
    const { prepareServer } = await import('../scripts/build-server.ts');
    const { prepareWeb } = await import('../scripts/build-web.ts');
    prepareServer();
    prepareWeb();
  } catch (error) {
    // A Node that runs no TypeScript: bin/plumbline.mjs finds another one, or says what is needed.
    if (error?.code !== 'ERR_UNKNOWN_FILE_EXTENSION')
      console.error(`Server and dashboard could not be built: ${error?.message}`);
  }
