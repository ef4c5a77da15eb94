import { useQuery } from '@tanstack/react-query';
import { useApi, useOrg } from '../../api/use-api.ts';
import type { components } from '../../api/schema.ts';
import { Asked, Note } from '../../ui/notes.tsx';
import { Name, oneOrMany } from '../../ui/text.tsx';
import { type Mapping, previewQuery } from './queries.ts';
import styles from './repositories.module.css';

type Change = components['schemas']['MappingPreview']['changes'][number];
const MAX_CHANGES = 12;

function Owner({ owner: { repo_full_name: name, path } }: { owner: Change['before'] }) {
  if (name === null) return <span>the organization</span>;
  return (
    <span>
      <Name>{name}</Name>
      {path !== null && path !== '.' && (
        <>
          {' '}
          (<Name mono>{path}</Name>)
        </>
      )}
    </span>
  );
}

/** A preview of what a list of mappings would change. */
export function MappingPreview({ mappings }: { mappings: readonly Mapping[] }) {
  const query = useQuery(previewQuery(useApi(), useOrg(), mappings));
  return (
    <Asked query={query} what="what this would change" height="6rem">
      {({ changed, changes, complete }) => (
        <div className={styles.preview}>
          {!complete && <Note>Too many states to preview: the last ones are left out.</Note>}
          {changed === 0 ? (
            <Note>No known state changes. It applies to future ones.</Note>
          ) : (
            <>
              <p>
                <strong>{oneOrMany(changed, 'state')}</strong> will be reassigned:
              </p>
              <ul className={styles.changes}>
                {changes.slice(0, MAX_CHANGES).map(({ key, before, after }) => (
                  <li key={key}>
                    <Name mono>{key}</Name>
                    <span>
                      <Owner owner={before} /> → <Owner owner={after} />
                    </span>
                  </li>
                ))}
              </ul>
              {changed > MAX_CHANGES && <p>and {(changed - MAX_CHANGES).toLocaleString('en')} more</p>}
            </>
          )}
        </div>
      )}
    </Asked>
  );
}
