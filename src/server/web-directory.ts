import { fileURLToPath } from 'node:url';

/** Where `npm run build` puts the dashboard: beside what it made of these sources. */
export function webDirectory(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../dist/web/' : '../web/';
  return fileURLToPath(new URL(place, import.meta.url));
}
