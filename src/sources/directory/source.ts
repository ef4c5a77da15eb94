import { createFileSource } from '../../integrations/files/source.ts';
import type { SourceKind } from '../contract/kind.ts';

/** State files on the server itself. */
export const directory: SourceKind = {
  open({ settings, narrower }) {
    const source = createFileSource(settings.path ?? '');
    return {
      ...source,
      async *list(signal) {
        for await (const object of source.list(signal)) if (object.key.startsWith(narrower)) yield object;
      },
    };
  },
};
