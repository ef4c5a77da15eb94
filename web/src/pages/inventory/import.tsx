import { usePreview } from '../../api/use-api.ts';
import type { components } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Dialog, DialogActions, Opener } from '../../ui/form.tsx';
import { Asked, Note } from '../../ui/notes.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Table } from '../../ui/table.tsx';
import { many, Name } from '../../ui/text.tsx';
import styles from './inventory.module.css';

type Ask = components['schemas']['ImportRequest'];
type Files = components['schemas']['ImportFiles'];
type File = Files['files'][number];

const saveAll = (files: readonly File[]) => {
  for (const { name, text } of files) saveFile(name, new Blob([text], { type: 'text/plain' }));
};

function Written({ found: { files, variables, written, left_out: left, more } }: { found: Files }) {
  return (
    <div className={styles.files}>
      <p>
        {written === 0
          ? 'For none of them there is a configuration whose plan changes nothing.'
          : `${many(written, 'object')}: terraform plan imports ${written === 1 ? 'it' : 'them'} and changes nothing.`}
        {more > 0 && ` ${many(more, 'object')} more do not fit into one import: narrow the list.`}
      </p>
      {variables.length > 0 && (
        <Note>
          <p>
            Secrets are no part of the files. Set {variables.length === 1 ? 'this variable' : 'these variables'}{' '}
            yourself: <Name mono text={variables.join(', ')} />
          </p>
        </Note>
      )}
      {files.map(({ name, text }) => (
        <details key={name}>
          <summary>
            <Name mono text={name} />
          </summary>
          <CodeBlock label={name}>{text}</CodeBlock>
        </details>
      ))}
      {left.length > 0 && (
        <details open={written === 0}>
          <summary>Left out: {left.length.toLocaleString('en')}</summary>
          <Table
            caption="Objects that are left out, with the reason"
            rows={left}
            keyOf={({ id }) => id}
            columns={[
              { head: 'Type', cell: ({ type }) => <Name mono text={type} /> },
              { head: 'Object', cell: ({ cloud_id: id }) => <Name mono text={id} /> },
              { head: 'Reason', cell: ({ reason }) => <Name text={reason} /> },
            ]}
          />
        </details>
      )}
    </div>
  );
}

function ImportDialog({ ask, onClose }: { ask: Ask; onClose: () => void }) {
  const query = usePreview('/api/v1/orgs/{org_id}/inventory/import', { body: ask });
  const { files = [] } = query.data ?? {};
  return (
    <Dialog title="Import" onClose={onClose}>
      <Asked query={query} what="the files" height="12rem">
        {(found) => <Written found={found} />}
      </Asked>
      <DialogActions>
        {files.length > 0 && (
          <Button label={`Download ${many(files.length, 'file')}`} look="main" onClick={() => saveAll(files)} />
        )}
        <Button label="Close" onClick={onClose} />
      </DialogActions>
    </Dialog>
  );
}

/** Shows the files that import some objects, to copy or download. It changes nothing. */
export function ImportButton({ label, ask }: { label: string; ask: Ask }) {
  return (
    <Opener label={label} small>
      {(close) => <ImportDialog ask={ask} onClose={close} />}
    </Opener>
  );
}
