import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The Content-Security-Policy lets nothing in that does not come from the server itself.
    assetsInlineLimit: 0,
    // What is bundled is other people's work: their licences go with it.
    license: { fileName: 'licenses.md' },
    target: 'es2023',
  },
});
