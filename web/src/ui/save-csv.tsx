import { useState } from 'react';
import type { Api } from '../api/client.ts';
import { useApi } from '../api/use-api.ts';
import { Button } from './button.tsx';
import { ProblemNote } from './notes.tsx';
import { saveFile } from './save-file.ts';

/** Saves all rows of a list as a CSV file. */
export function SaveCsv({ name, load }: { name: string; load: (api: Api) => Promise<Blob> }) {
  const api = useApi();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function save() {
    setBusy(true);
    setError(null);
    await load(api)
      .then((csv) => saveFile(name, csv))
      .catch(setError);
    setBusy(false);
  }
  return (
    <>
      <Button label="Export CSV" small busy={busy} onClick={() => void save()} />
      <ProblemNote error={error} />
    </>
  );
}
